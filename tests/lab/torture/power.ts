import { existsSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { damages, orphans } from "./check.ts";
import { type Operation, record, type Recorded } from "./power-trace.ts";
import { type Random, seededRandom } from "./random.ts";
import { makeDataDir, type Outcome, secondsSince } from "./shop.ts";

const LEVELS = ["full", "normal", "off"];
const NAMED_PROBLEMS = 5;
/** How likely a write that was not synced is on the disk all the same. */
const LUCK = [0, 0.3, 0.7];
const MEMORY_DISK = "/dev/shm";
const LARGEST_FILE = 64 * 1024 * 1024;

/** A file's whole content, by its name. */
type Files = Map<string, Uint8Array>;

/**
 * Records what a selling store asks of its disk and replays `cuts` power cuts from that one trace:
 * nothing that was acknowledged may be missing, and no database damaged. With another `synchronous`
 * than "full" acknowledged orders must be lost: that shows that the replayer finds them.
 */
export async function runPower(options: Recorded & { cuts: number }): Promise<Outcome> {
  const { cuts, synchronous, seed } = options;
  if (!LEVELS.includes(synchronous)) {
    throw new Error(`--synchronous takes one of ${LEVELS.join(", ")}.`);
  }
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  try {
    const { database } = dataDir;
    const files: Files = new Map([[basename(database), await readFile(database)]]);
    const operations = await record(dataDir, options);
    const recorded = secondsSince(startedAt);
    const { lossy, mostLost, corrupt, problems } = await replay(files, operations, options);
    const count = (kind: string) => operations.filter((one) => one.kind === kind).length;
    return {
      line:
        `cuts ${cuts}, lost in ${lossy} (at most ${mostLost} things), ` +
        `corrupt ${corrupt}; trace of ${operations.length} operations: ` +
        `writes ${count("write")}, syncs ${count("sync")}, acknowledged ${count("acknowledge")}; ` +
        `synchronous ${synchronous}, recorded in ${recorded}, ` +
        `${secondsSince(startedAt)} in all, seed ${seed}`,
      problems: problems.slice(0, NAMED_PROBLEMS),
    };
  } finally {
    dataDir.remove();
  }
}

async function replay(
  files: Files,
  operations: Operation[],
  { cuts, seed }: { cuts: number; seed: number },
) {
  const random = seededRandom(seed);
  const disk = newDisk(files);
  const acknowledged = new Set<string>();
  const result = { lossy: 0, mostLost: 0, corrupt: 0, problems: [] as string[] };
  const { judge, close } = await openJudge();
  let done = 0;
  try {
    for (const { at, keep } of chooseCuts(operations, { count: cuts, random })) {
      for (const operation of operations.slice(done, at)) {
        if (operation.kind === "acknowledge") acknowledged.add(operation.what);
        else disk.apply(operation);
      }
      done = at;
      const { lost, corrupt } = judge(disk.cut({ keep, random }), acknowledged);
      const where = `after operation ${at}, ${keep} kept`;
      if (corrupt) {
        result.corrupt++;
        result.problems.push(`corrupt: ${corrupt}, ${where}`);
      }
      if (lost.length > 0) {
        result.lossy++;
        result.mostLost = Math.max(result.mostLost, lost.length);
        result.problems.push(`lost: ${lost.length}, such as ${lost[0]}, ${where}`);
      }
    }
  } finally {
    await close();
  }
  return result;
}

/**
 * Chooses `count` power cuts, each after the first `at` operations and in their order: right before
 * and right after each sync, then after operations chosen at random, with one of the three kinds of
 * luck.
 */
function chooseCuts(
  operations: Operation[],
  { count, random }: { count: number; random: Random },
): { at: number; keep: number }[] {
  const syncs = operations.flatMap(({ kind }, index) => (kind === "sync" ? [index] : []));
  // With fewer cuts than moments any of these may be left out, not the last ones alone.
  const chosen = syncs
    .flatMap((index) => [index, index + 1])
    .map((at) => ({ at, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ at }) => at);
  while (chosen.length < count) chosen.push(random.between(0, operations.length));
  return chosen
    .toSorted((a, b) => a - b)
    .map((at) => ({ at, keep: LUCK[random.between(0, LUCK.length - 1)] ?? 0 }));
}

type Change = Extract<Operation, { kind: "write" | "truncate" }>;
/** What is safe on the disk, and what the next sync will bring there. */
type DiskFile = { safe: Uint8Array<ArrayBuffer>; pending: Change[] };

/**
 * A disk that knows what is safe. Directory entries (a file's making, its name, its end) count as
 * safe at once, and a write is kept whole or not at all.
 */
function newDisk(files: Files) {
  const disk = new Map<string, DiskFile>();
  for (const [name, bytes] of files) disk.set(name, { safe: resizable(bytes), pending: [] });
  return {
    apply(operation: Exclude<Operation, { kind: "acknowledge" }>): void {
      const { kind, file: name } = operation;
      const file = disk.get(name) ?? { safe: resizable(), pending: [] };
      disk.set(name, file);
      if (kind === "sync") {
        for (const change of file.pending) applyChange(file.safe, change);
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
    /**
     * The files as a power cut leaves them now; each change since a file's last sync is kept with
     * the probability `keep`, in any combination, in their order.
     */
    cut({ keep, random }: { keep: number; random: Random }): Files {
      const left: Files = new Map();
      for (const [name, { safe, pending }] of disk) {
        const bytes = resizable(safe);
        for (const change of pending) if (random.next() < keep) applyChange(bytes, change);
        left.set(name, bytes);
      }
      return left;
    },
  };
}

/** A copy that can be lengthened; what lies beyond its old end reads as zeros then. */
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

/** Opens what power cuts left with the store's own code, in a folder of its own. */
export async function openJudge() {
  // Thousands of databases are written, opened and thrown away: no disk needs to see that.
  const parent = existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir();
  const directory = await mkdtemp(join(parent, "papercub-cuts-"));
  const { database } = pathsOf(directory);
  const written = new Set([`${database}-shm`]);
  return {
    /**
     * What the database does not hold of what was acknowledged ("events evt_…", "sessions cs_…"),
     * and why it is no good: undefined when it opens and every row has what it belongs to.
     */
    judge(left: Files, acknowledged: Iterable<string>) {
      for (const path of written) rmSync(path, { force: true });
      for (const [name, bytes] of left) {
        written.add(join(directory, name));
        writeFileSync(join(directory, name), bytes);
      }
      try {
        return judgeDatabase(database, acknowledged);
      } catch (error) {
        return { lost: [], corrupt: String(error) };
      }
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

function judgeDatabase(path: string, acknowledged: Iterable<string>) {
  const db = openDatabase(path);
  try {
    const [corrupt] = [...damages(db.sqlite), ...orphans(db.sqlite)];
    if (corrupt) return { lost: [], corrupt };
    const held = db.sqlite
      .prepare<[], string>(
        `SELECT 'events ' || event_id FROM webhook_events
         UNION ALL SELECT 'sessions ' || session_id FROM orders WHERE status = 'paid'`,
      )
      .pluck()
      .all();
    return { lost: [...new Set(acknowledged).difference(new Set(held))], corrupt: undefined };
  } finally {
    db.close();
  }
}
