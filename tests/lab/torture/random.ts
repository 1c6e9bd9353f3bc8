/** Seeded random numbers, so that a failed run can be reproduced. */
export type Random = {
  /** Returns a number in [0, 1). */
  next: () => number;
  /** Returns an integer from `min` to `max`, inclusive. */
  between: (min: number, max: number) => number;
};

/** The mulberry32 generator: small, and good enough to choose moments and subsets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
  };
}
