import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Kind, Records, SimulatorStore, StoredRecord } from "./objects.ts";

export function memoryStore(): SimulatorStore {
  const tables = new Map<Kind, Map<string, Records[Kind]>>();
  const tableOf = <K extends Kind>(kind: K) =>
    tables.get(kind) as Map<string, Records[K]> | undefined;
  const put = (kind: Kind, record: Records[Kind]) => {
    const table = tables.get(kind) ?? new Map<string, Records[Kind]>();
    tables.set(kind, table);
    table.set(record.id, record);
  };
  return {
    find: (kind, id) => tableOf(kind)?.get(id),
    put,
    list: (kind) => [...(tableOf(kind)?.values() ?? [])],
    entries: () =>
      [...tables].flatMap(([kind, table]) =>
        [...table.values()].map((record) => ({ kind, record })),
      ),
    reset(records) {
      tables.clear();
      for (const { kind, record } of records) put(kind, record);
    },
  };
}

/**
 * Opens a store in a file of JSON lines: appended at each change, compacted on open. Drops a last line that a
 * crash truncated. Only one process may open the file.
 */
export function fileStore(path: string): SimulatorStore {
  const memory = memoryStore();
  mkdirSync(dirname(path), { recursive: true });
  const toText = (stored: StoredRecord) => `${JSON.stringify(stored)}\n`;
  const writeAll = () => {
    writeFileSync(`${path}.new`, memory.entries().map(toText).join(""));
    renameSync(`${path}.new`, path);
  };
  // The part after the last newline is empty or truncated.
  const texts = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
  memory.reset(texts.map((text): StoredRecord => JSON.parse(text)));
  writeAll();
  return {
    ...memory,
    put(kind, record) {
      memory.put(kind, record);
      appendFileSync(path, toText({ kind, record }));
    },
    reset(records) {
      memory.reset(records);
      writeAll();
    },
  };
}
