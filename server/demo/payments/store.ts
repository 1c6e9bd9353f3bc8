import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import blanks from "./blanks.json";
import type { ApiObjects, Kind, Records, SimulatorStore } from "./types.ts";

const PREFIXES = {
  "billing_portal.session": "bps_",
  "checkout.session": "cs_test_",
  charge: "ch_",
  customer: "cus_",
  dispute: "dp_",
  event: "evt_",
  invoice: "in_",
  invoice_payment: "inpay_",
  item: "li_",
  payment_intent: "pi_",
  payment_method: "pm_",
  price: "price_",
  product: "prod_",
  refund: "re_",
  request: "req_",
  subscription: "sub_",
  subscription_item: "si_",
};

/** A new unguessable id with the prefix that Stripe uses for that kind of object. */
export function newId(kind: keyof typeof PREFIXES): string {
  // A session has the longest of all, and the store keeps it in its own addresses.
  const bytes = kind === "checkout.session" ? 29 : 12;
  return PREFIXES[kind] + randomBytes(bytes).toString("hex");
}

type Blanks = typeof blanks;
type ApiKind = keyof Blanks & keyof ApiObjects;
type Rest<K extends ApiKind> = Omit<ApiObjects[K], keyof Blanks[K]> & Partial<ApiObjects[K]>;

/** An object of the API: blanks.json holds what it mostly is, the caller gives the rest. */
export function newObject<K extends ApiKind>(kind: K, rest: Rest<K>): ApiObjects[K] {
  // JSON knows no literal types; a test holds each object against its published shape.
  return { ...blanks[kind], ...rest } as unknown as ApiObjects[K];
}

type Line = { kind: Kind; record: Records[Kind] };

/** A store that forgets everything with the process. */
export function memoryStore(): SimulatorStore {
  const tables: { [K in Kind]?: Map<string, Records[K]> } = {};
  return {
    find: (kind, id) => tables[kind]?.get(id),
    put: (kind, record) => void (tables[kind] ??= new Map()).set(record.id, record),
    list: (kind) => [...(tables[kind]?.values() ?? [])],
  };
}

/**
 * A store that outlives a restart: one file of JSON lines, appended at each change and
 * rewritten without its history when it is opened. A last line cut short by a crash is dropped.
 * One process may have it open at a time.
 */
export function fileStore(path: string): SimulatorStore {
  const memory = memoryStore();
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readLines(path) : [];
  for (const { kind, record } of lines) memory.put(kind, record);
  const kinds = new Set(lines.map(({ kind }) => kind));
  const latest = [...kinds].flatMap((kind) =>
    memory.list(kind).map((record) => toText({ kind, record })),
  );
  writeFileSync(`${path}.new`, latest.join(""));
  renameSync(`${path}.new`, path);
  return {
    ...memory,
    put(kind, record) {
      memory.put(kind, record);
      appendFileSync(path, toText({ kind, record }));
    },
  };
}

function readLines(path: string): Line[] {
  const texts = readFileSync(path, "utf8").split("\n");
  texts.pop();
  return texts.map((text): Line => JSON.parse(text));
}

function toText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/**
 * Replaces some fields of a stored record and returns the new one.
 * @throws when there is no such record: that is a mistake in the simulator itself
 */
export function patch<K extends Kind>(
  store: SimulatorStore,
  kind: K,
  { id, fields }: { id: string; fields: Partial<Records[K]> },
): Records[K] {
  const record = { ...need(store, kind, id), ...fields };
  store.put(kind, record);
  return record;
}

/**
 * Reads a record that another record refers to.
 * @throws when it is missing: that is a mistake in the simulator itself
 */
export function need<K extends Kind>(store: SimulatorStore, kind: K, id: string): Records[K] {
  const record = store.find(kind, id);
  if (!record) throw new Error(`The payment simulator lost ${kind} ${id}`);
  return record;
}
