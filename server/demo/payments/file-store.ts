import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { KINDS, memoryStore } from "./store.ts";
import type { Kind, Records, SimulatorStore } from "./types.ts";

type Line = { kind: Kind; record: Records[Kind] };

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

function readLines(path: string): Line[] {
  const texts = readFileSync(path, "utf8").split("\n");
  texts.pop();
  return texts.map((text): Line => JSON.parse(text));
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
