import type { Random } from "../shared/random.ts";
import type { Operation } from "./operations.ts";

/** How likely a write that was not synced is on the disk all the same. */
const LUCK = [0, 0.3, 0.7];

/** A power cut after the first `at` operations. */
export type Cut = { at: number; keep: number };

/**
 * Chooses `count` cuts, in the order of the operations: right before and right after each sync,
 * then after operations chosen at random, each with one of the three kinds of luck.
 */
export function chooseCuts(
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
