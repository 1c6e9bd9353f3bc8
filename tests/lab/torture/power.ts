import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { judge } from "./judge.ts";
import { type Operation, record, type Recording } from "./power-trace.ts";
import { type Random, seededRandom } from "./random.ts";
import {
  addPacks,
  makeFolder,
  MEMORY_DISK,
  type Outcome,
  removeFolder,
  secondsSince,
} from "./world.ts";

const LEVELS = ["full", "normal", "off"];
const NAMED_PROBLEMS = 5;
/** Probabilities that an unsynced write reaches the disk. */
const KEPT_SHARES = [0, 0.3, 0.7];
const LARGEST_FILE = 64 * 1024 * 1024;

type Files = Map<string, Uint8Array>;

/**
 * Records the disk operations of a selling store and replays `cuts` power cuts from the trace. No
 * acknowledged data may be lost and no database corrupted. If `synchronous` is weaker than "full",
 * orders must be lost; this proves that the replay detects losses.
 */
export async function runPower(options: Recording & { cuts: number }): Promise<Outcome> {
  const { cuts, synchronous, seed } = options;
  if (!LEVELS.includes(synchronous)) {
    throw new Error(`--synchronous takes one of ${LEVELS.join(", ")}.`);
  }
  const startedAt = performance.now();
  const dataDir = makeFolder();
  const { productIds } = await addPacks(dataDir);
  const { database } = pathsOf(dataDir);
  const disk = newDisk(new Map([[basename(database), await readFile(database)]]));
  const operations = await record({ dataDir, productIds, ...options });
  const recorded = secondsSince(startedAt);
  const random = seededRandom(seed);
  const truth = { paid: new Map<string, Paid>(), events: new Set<string>() };
  const problems: string[] = [];
  let [lossy, broken, done] = [0, 0, 0];
  for (const { at, keep } of chooseCuts(operations, { count: cuts, random })) {
    for (const operation of operations.slice(done, at)) {
      if (operation.kind !== "acknowledge") disk.apply(operation);
      else if (operation.what === "events") truth.events.add(operation.id);
      else truth.paid.set(operation.id, { productIds: [], amount: null });
    }
    done = at;
    const found = judgeFiles(disk.cut({ keep, random }), truth);
    if (found.length > 0) problems.push(`${found.length}: ${found[0]}, after operation ${at}`);
    if (found.some((each) => each.startsWith("lost"))) lossy++;
    if (found.some((each) => !each.startsWith("lost"))) broken++;
  }
  removeFolder(dataDir);
  const count = (kind: string) => operations.filter((one) => one.kind === kind).length;
  return {
    line:
      `cuts ${cuts}, lost in ${lossy}, otherwise wrong in ${broken}; trace of ` +
      `${operations.length} operations: writes ${count("write")}, syncs ${count("sync")}, ` +
      `acknowledged ${count("acknowledge")}; synchronous ${synchronous}, recorded in ${recorded}, ` +
      `${secondsSince(startedAt)} in all, seed ${seed}`,
    problems: problems.slice(0, NAMED_PROBLEMS),
  };
}

type Paid = { productIds: number[]; amount: null };

/** Opens the files left by a power cut with the store's own code, and judges the database. */
function judgeFiles(left: Files, truth: Parameters<typeof judge>[1]): string[] {
  const folder = makeFolder(MEMORY_DISK);
  const { database } = pathsOf(folder);
  try {
    for (const [name, bytes] of left) writeFileSync(join(folder, name), bytes);
    openDatabase(database).close();
    return judge(database, truth);
  } catch (error) {
    return [`damaged: ${String(error)}`];
  } finally {
    removeFolder(folder);
  }
}

/**
 * Chooses `count` power cuts in order: immediately before and after each sync, then after random
 * operations. `at` is the number of operations before the cut.
 */
function chooseCuts(
  operations: Operation[],
  { count, random }: { count: number; random: Random },
): { at: number; keep: number }[] {
  const syncs = operations.flatMap(({ kind }, index) => (kind === "sync" ? [index] : []));
  // With fewer cuts than syncs, choose them at random rather than only the first.
  const chosen = syncs
    .flatMap((index) => [index, index + 1])
    .map((at) => ({ at, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ at }) => at);
  while (chosen.length < count) chosen.push(random.between(0, operations.length));
  return chosen
    .toSorted((a, b) => a - b)
    .map((at) => ({ at, keep: KEPT_SHARES[random.between(0, KEPT_SHARES.length - 1)] ?? 0 }));
}

type Change = Extract<Operation, { kind: "write" | "truncate" }>;
type DiskFile = { synced: Uint8Array<ArrayBuffer>; pending: Change[] };

/**
 * Simulates a disk that tracks synced and pending writes. Directory entries are durable
 * immediately, and writes are atomic.
 */
function newDisk(files: Files) {
  const disk = new Map<string, DiskFile>();
  for (const [name, bytes] of files) disk.set(name, { synced: resizable(bytes), pending: [] });
  return {
    apply(operation: Exclude<Operation, { kind: "acknowledge" }>): void {
      const { kind, file: name } = operation;
      const file = disk.get(name) ?? { synced: resizable(), pending: [] };
      disk.set(name, file);
      if (kind === "sync") {
        for (const change of file.pending) applyChange(file.synced, change);
        file.pending = [];
      } else if (kind === "unlink") {
        disk.delete(name);
      } else if (kind === "rename") {
        disk.delete(name);
        disk.set(operation.to, file);
      } else {
        file.pending.push(operation);
      }
    },
    /** Returns the files after a power cut; `keep` is the probability of each unsynced change. */
    cut({ keep, random }: { keep: number; random: Random }): Files {
      const left: Files = new Map();
      for (const [name, { synced, pending }] of disk) {
        const bytes = resizable(synced);
        for (const change of pending) if (random.next() < keep) applyChange(bytes, change);
        left.set(name, bytes);
      }
      return left;
    },
  };
}

function resizable(bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(new ArrayBuffer(bytes.length, { maxByteLength: LARGEST_FILE }));
  copy.set(bytes);
  return copy;
}

function applyChange({ buffer }: Uint8Array<ArrayBuffer>, change: Change): void {
  if (change.kind === "truncate") {
    buffer.resize(change.size);
    return;
  }
  const end = change.offset + change.bytes.length;
  if (end > buffer.byteLength) buffer.resize(end);
  new Uint8Array(buffer).set(change.bytes, change.offset);
}
