/** Random choices that are the same for the same seed. */
export type Random = ReturnType<typeof createRandom>;

/** Creates a generator of random choices (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const weighted = <Choice>(choices: readonly (readonly [Choice, number])[]): Choice => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new Error("There is nothing to choose from.");
  };
  return {
    /** From `from` to `to`, not rounded. */
    between: (from: number, to: number) => from + next() * (to - from),
    chance: (probability: number) => next() < probability,
    /** Chooses by weight. */
    weighted,
    pick: <Choice>(choices: readonly Choice[]): Choice =>
      weighted(choices.map((choice) => [choice, 1] as const)),
  };
}
