import { makeDataDir } from "../shared/data-dir.ts";
import { type Outcome, secondsSince } from "../shared/outcome.ts";
import { type Random, seededRandom } from "../shared/random.ts";
import { newDisk } from "./disk.ts";
import type { Operation } from "./operations.ts";
import { openJudge, type Verdict } from "./judge.ts";
import { type Recording, record } from "./record.ts";

const LEVELS = new Set(["full", "normal", "off"]);
const NAMED_PROBLEMS = 5;
/** How likely a write that was not synced is on the disk all the same. */
const LUCK = [0, 0.3, 0.7];

export type PowerOptions = { cuts: number; orders: number; synchronous: string; seed: number };

/**
 * Records what a selling store asks of its disk and replays `cuts` power cuts from that one trace:
 * nothing that was acknowledged may be missing, and no database damaged. With another `synchronous`
 * than "full" acknowledged orders must be lost: that shows that the replayer finds them.
 */
export async function runPower(options: PowerOptions): Promise<Outcome> {
  if (!LEVELS.has(options.synchronous)) {
    throw new Error(`--synchronous takes one of ${[...LEVELS].join(", ")}.`);
  }
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  try {
    const recording = await record(dataDir, options);
    const recorded = secondsSince(startedAt);
    const replayed = await replay(recording, options);
    const { operations } = recording;
    const count = (kind: string) => operations.filter((one) => one.kind === kind).length;
    return {
      line:
        `cuts ${options.cuts}, lost in ${replayed.lossy} (at most ${replayed.mostLost} things), ` +
        `corrupt ${replayed.corrupt}; trace of ${operations.length} operations: ` +
        `writes ${count("write")}, syncs ${count("sync")}, acknowledged ${count("acknowledge")}; ` +
        `synchronous ${options.synchronous}, recorded in ${recorded}, ` +
        `${secondsSince(startedAt)} in all, seed ${options.seed}`,
      problems: replayed.problems,
    };
  } finally {
    await dataDir.remove();
  }
}

type Replayed = { lossy: number; mostLost: number; corrupt: number; problems: string[] };

async function replay({ files, operations }: Recording, options: PowerOptions): Promise<Replayed> {
  const random = seededRandom(options.seed);
  const disk = newDisk(files);
  const acknowledged = new Set<string>();
  const result: Replayed = { lossy: 0, mostLost: 0, corrupt: 0, problems: [] };
  const judge = await openJudge();
  let done = 0;
  try {
    for (const { at, keep } of chooseCuts(operations, { count: options.cuts, random })) {
      for (const operation of operations.slice(done, at)) {
        disk.apply(operation);
        if (operation.kind === "acknowledge") acknowledged.add(operation.what);
      }
      done = at;
      const verdict = judge.judge(disk.cut({ keep, random }), acknowledged);
      note(result, verdict, `after operation ${at}, ${keep} kept`);
    }
  } finally {
    await judge.close();
  }
  return result;
}

function note(result: Replayed, { lost, corrupt }: Verdict, where: string): void {
  const report = (problem: string) => {
    if (result.problems.length < NAMED_PROBLEMS) result.problems.push(`${problem} ${where}`);
  };
  if (corrupt) {
    result.corrupt++;
    report(`corrupt: ${corrupt},`);
  }
  if (lost.length > 0) {
    result.lossy++;
    result.mostLost = Math.max(result.mostLost, lost.length);
    report(`lost: ${lost.length}, such as ${lost[0]},`);
  }
}

/** A power cut after the first `at` operations. */
type Cut = { at: number; keep: number };

/**
 * Chooses `count` cuts, in the order of the operations: right before and right after each sync,
 * then after operations chosen at random, each with one of the three kinds of luck.
 */
function chooseCuts(
  operations: Operation[],
  { count, random }: { count: number; random: Random },
): Cut[] {
  const syncs = operations.flatMap(({ kind }, index) => (kind === "sync" ? [index] : []));
  const moments = syncs.flatMap((index) => [index, index + 1]);
  // With fewer cuts than moments any of these may be left out, not the last ones alone.
  const chosen = moments
    .map((at) => ({ at, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ at }) => at);
  while (chosen.length < count) chosen.push(random.between(0, operations.length));
  return chosen
    .toSorted((a, b) => a - b)
    .map((at) => ({ at, keep: LUCK[random.between(0, LUCK.length - 1)] ?? 0 }));
}
