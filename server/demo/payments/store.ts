import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Kind, Records, SimulatorStore } from "./objects.ts";

export function memoryStore(): SimulatorStore {
  const tables: { [K in Kind]?: Map<string, Records[K]> } = {};
  return {
    find: (kind, id) => tables[kind]?.get(id),
    put: (kind, record) => void (tables[kind] ??= new Map()).set(record.id, record),
    list: (kind) => [...(tables[kind]?.values() ?? [])],
  };
}

/**
 * Opens a store in a file of JSON lines: appended at each change, compacted on open. Drops a last line that a
 * crash truncated. Only one process may open the file.
 */
export function fileStore(path: string): SimulatorStore {
  const memory = memoryStore();
  mkdirSync(dirname(path), { recursive: true });
  const toText = (kind: Kind, record: Records[Kind]) => `${JSON.stringify({ kind, record })}\n`;
  const kinds = new Set<Kind>();
  // The part after the last newline is empty or truncated.
  const texts = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
  for (const text of texts) {
    const { kind, record }: { kind: Kind; record: Records[Kind] } = JSON.parse(text);
    memory.put(kind, record);
    kinds.add(kind);
  }
  const latest = [...kinds].flatMap((kind) =>
    memory.list(kind).map((record) => toText(kind, record)),
  );
  writeFileSync(`${path}.new`, latest.join(""));
  renameSync(`${path}.new`, path);
  return {
    ...memory,
    put(kind, record) {
      memory.put(kind, record);
      appendFileSync(path, toText(kind, record));
    },
  };
}
