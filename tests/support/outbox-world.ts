import { vi } from "vitest";
import { contactSubmissions } from "../../db/buyer-schema.ts";
import { insertRow } from "../../db/record.ts";
import { adminCalls } from "../../client/admin/data/api.ts";
import { sendAs } from "../../client/admin/data/request.ts";
import {
  type Entry,
  isOpen,
  type NewEntry,
  temporaryId,
} from "../../client/admin/offline/entry.ts";
import { memoryOutboxStore } from "../../client/admin/offline/memory-store.ts";
import { pick } from "../../client/admin/offline/merge.ts";
import { createOutbox, type Outbox } from "../../client/admin/offline/outbox.ts";
import type { OutboxStore } from "../../client/admin/offline/outbox-store.ts";
import { pendingEditsOf } from "../../client/admin/offline/pending-edits.ts";
import type { TableRow } from "../../server/contract/tables.ts";
import { createTestApp, type TestApp } from "./create-test-app.ts";
import { type Administrator, signInAdmin } from "./table-calls.ts";

export const TABLE = "contact_submissions";
export const FIELDS = ["subject", "message"] as const;
export type Field = (typeof FIELDS)[number];
const START = { subject: "as it began", message: "as it began" };

/** Fault of the next call; without a fault the connection works. */
export type Fault = "cut" | "answer-lost" | "busy" | "crash" | "crash-after";

/** A value that an owner saved and that must not be lost. */
type Promised = {
  by: Client;
  /** Row id at the time of the edit; temporary if the row's creation was not answered yet. */
  row: number;
  field: Field;
  value: string;
  /** Values that the owner has seen in the field; only these and their own may be overwritten. */
  seen: Set<unknown>;
};

/** An owner's browser. Its disk persists after a crash; its tab does not. */
export type Client = {
  admin: Administrator;
  disk: OutboxStore;
  outbox: Outbox;
  seen: Map<number, TableRow>;
  /** Every value this client has read or written; it may delete only rows with known values. */
  known: Set<unknown>;
  faults: (Fault | undefined)[];
  isSignedOut: boolean;
  waiting: (() => Promise<void>)[];
  crashed: PromiseWithResolvers<void>;
};

export type World = {
  t: TestApp;
  clients: Client[];
  firstRow: number;
  promised: Map<unknown, Promised>;
  /** Names of added rows, and ids of deleted rows. */
  added: Set<string>;
  removed: Set<number>;
  /** Values, names and ids that their owner has replaced or discarded, so they may disappear. */
  released: Set<unknown>;
  nextValue: () => string;
};

let calling: Client;
let newStore: () => OutboxStore = memoryOutboxStore;

/** Sets the outbox storage for the browsers of this test file; each browser gets a separate one. */
export function storeHistoriesIn(makeStore: () => OutboxStore): void {
  newStore = makeStore;
}
let lastValue = 0;

/** Opens the browsers of two owners with separate accounts, over one store with three rows. */
export function openOutboxWorld(t: TestApp, admins: readonly Administrator[]): World {
  const rows = Array.from({ length: 3 }, () => addRow(t));
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => answer(calling, path, init));
  const clients = admins.map((admin): Client => {
    const disk = newStore();
    const client = { admin, disk, seen: new Map(), known: new Set() } as Client;
    Object.assign(client, { faults: [], isSignedOut: false });
    openTab(client);
    for (const row of rows) lookAt(client, row);
    return client;
  });
  return {
    t,
    clients,
    firstRow: rows[0]?.id ?? 0,
    promised: new Map(),
    added: new Set(),
    removed: new Set(),
    released: new Set(),
    nextValue: () => `new value ${++lastValue}`,
  };
}

export function openOutboxShop() {
  const t = createTestApp();
  return { t, admins: [signInAdmin(t, "one@example.com"), signInAdmin(t, "two@example.com")] };
}

function addRow(t: TestApp): TableRow {
  const author = { actor: "test", now: t.clock.now() };
  const values = { name: "Ann", email: "ann@example.com", ...START };
  const { id, version } = t.db.write((tx) => insertRow(tx, contactSubmissions, values, author));
  return { ...values, id, version };
}

function openTab(client: Client): void {
  client.waiting = [];
  client.crashed = Promise.withResolvers();
  const channel = { post() {}, onMessage() {}, close() {} };
  client.outbox = createOutbox({
    store: client.disk,
    channel,
    withLock: async (run) => void client.waiting.push(run),
    send: (entry, file) => {
      calling = client;
      return sendAs(client.admin.userId, adminCalls)(entry, file);
    },
  });
}

/** Returns the server's response, or simulates a fault. */
async function answer(client: Client, path: string, init: RequestInit): Promise<Response> {
  const fault = client.faults.shift();
  if (fault === "busy") return Response.json({ message: "Later", code: "busy" }, { status: 500 });
  if (fault === "cut") throw new TypeError("Failed to fetch");
  if (fault === "crash") return crash(client);
  const { admin, isSignedOut } = client;
  const { signal: _none, ...sent } = init;
  const origin = { Origin: "http://localhost:3000" };
  const headers = { ...Object.fromEntries(new Headers(init.headers)), ...origin };
  const request = { ...sent, headers };
  const response = isSignedOut
    ? Response.json({ message: "Sign in", code: "unauthorized" }, { status: 401 })
    : await admin.send(path, request);
  if (fault === "answer-lost") throw new TypeError("Failed to fetch");
  if (fault === "crash-after") return crash(client);
  return response;
}

/** Crashes and reopens the tab; its running work never continues. */
function crash(client: Client): Promise<never> {
  client.outbox.close();
  client.crashed.resolve();
  openTab(client);
  return new Promise(() => {});
}

function lookAt(client: Client, row: TableRow): void {
  client.seen.set(row.id, row);
  for (const field of FIELDS) client.known.add(row[field]);
}

export async function look({ firstRow }: World, client: Client): Promise<void> {
  const { body } = await client.admin.call<{ data: TableRow[] }>(
    "GET",
    `/api/tables/${TABLE}?limit=500&id__gte=${firstRow}`,
  );
  client.seen.clear();
  for (const row of body.data) lookAt(client, row);
}

export async function shown(client: Client): Promise<TableRow[]> {
  const overlay = pendingEditsOf(await client.disk.list(), TABLE);
  return [...overlay.added, ...[...client.seen.values()].map(overlay.withEdits)];
}

/** Writes as a form does, and records the values that must not be lost. */
export async function write(world: World, client: Client, entry: NewEntry): Promise<void> {
  const before = await client.disk.list();
  await client.outbox.write(entry, { withinMs: 0 });
  if (entry.kind === "update") {
    for (const field of FIELDS.filter((field) => field in entry.values)) {
      const value = String(entry.values[field]);
      const replaced = joinedValue(before, entry, field);
      const seen = new Set([entry.base[field], ...(world.promised.get(replaced)?.seen ?? [])]);
      world.promised.set(value, { by: client, row: entry.row, field, value, seen });
      world.released.add(replaced);
      client.known.add(value);
    }
  }
  if (entry.kind === "create") world.added.add(String(entry.values["name"]));
  if (entry.kind === "delete") {
    world.removed.add(entry.row);
    const own = before.filter((other) => other.row === entry.row && isOpen(other));
    for (const other of own) drop(world, other);
  }
}

/** Returns the value of a pending entry that the new entry replaces; empty if there is none. */
function joinedValue(before: Entry[], { row }: NewEntry, field: Field): string {
  const last = before.findLast((other) => other.row === row);
  return last && isOpen(last) && "values" in last ? String(last.values[field]) : "";
}

export function drop({ released }: World, entry: Entry): void {
  if (entry.kind === "delete") released.add(entry.row);
  if (!("values" in entry)) return;
  for (const value of Object.values(entry.values)) released.add(value);
}

export const editOf = (row: TableRow, field: Field, value: string): NewEntry => ({
  kind: "update",
  table: TABLE,
  row: row.id,
  label: "",
  values: { [field]: value },
  base: pick(row, [field]),
  version: row.version,
});

export const additionOf = (name: string): NewEntry => ({
  kind: "create",
  table: TABLE,
  row: temporaryId(),
  label: "",
  values: { name, email: "new@example.com", ...START },
});

/** Runs the outbox until nothing more can be sent now. */
export async function sync(client: Client): Promise<void> {
  client.outbox.wake();
  for (;;) {
    const run = client.waiting.shift();
    if (!run) return;
    // The work of a crashed tab never resolves.
    await Promise.race([run(), client.crashed.promise]);
  }
}
