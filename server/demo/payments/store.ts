import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Kind, Records, SimulatorStore } from "./types.ts";

type Tables = { [K in Kind]: Map<string, Records[K]> };
type Line = { kind: Kind; record: Records[Kind] };

const KINDS = [
  "billing_portal.session",
  "checkout.session",
  "charge",
  "customer",
  "dispute",
  "event",
  "idempotency",
  "invoice",
  "invoice_payment",
  "payment_intent",
  "product",
  "refund",
  "session_plan",
  "settlement",
  "subscription",
] as const satisfies Kind[];

/** A store that forgets everything with the process. */
export function memoryStore(): SimulatorStore {
  const tables = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Tables;
  return {
    find: (kind, id) => tables[kind].get(id),
    put: (kind, record) => void tables[kind].set(record.id, record),
    list: (kind) => [...tables[kind].values()],
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
  if (existsSync(path)) for (const line of readLines(path)) memory.put(line.kind, line.record);
  rewrite(path, memory);
  return {
    ...memory,
    put(kind, record) {
      memory.put(kind, record);
      appendFileSync(path, toText({ kind, record }));
    },
  };
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

// A file of an earlier release may hold kinds that are no longer kept.
function readLines(path: string): Line[] {
  const texts = readFileSync(path, "utf8").split("\n");
  texts.pop();
  const known: Set<string> = new Set(KINDS);
  return texts.map((text): Line => JSON.parse(text)).filter(({ kind }) => known.has(kind));
}

function rewrite(path: string, memory: SimulatorStore): void {
  const lines = KINDS.flatMap((kind) =>
    memory.list(kind).map((record) => toText({ kind, record })),
  );
  writeFileSync(`${path}.new`, lines.join(""));
  renameSync(`${path}.new`, path);
}

function toText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}
