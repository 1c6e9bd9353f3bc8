/** Returns the next number in [0, 1); a seed gives the same sequence on every machine. */
export type Random = () => number;

/** Makes a random stream (mulberry32) from a text seed, such as "month-1/week-2/maze". */
export function makeRandom(seed: string): Random {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return at(items, Math.floor(random() * items.length));
}

export function shuffledNumbers(random: Random, last: number): number[] {
  return shuffle(
    random,
    Array.from({ length: last }, (_, index) => index + 1),
  );
}

/** Returns a shuffled copy of a list (Fisher-Yates). */
export function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [at(mixed, other), at(mixed, last)];
  }
  return mixed;
}

/** Returns a derangement: no item stays in its position, so that matching lines always cross. */
export function derange<Item>(random: Random, items: readonly Item[]): Item[] {
  const mixed = shuffle(random, items);
  const stuck = () => mixed.findIndex((item, index) => item === items[index]);
  for (let index = stuck(); index >= 0; index = stuck()) {
    const other = (index + 1) % mixed.length;
    [mixed[index], mixed[other]] = [at(mixed, other), at(mixed, index)];
  }
  return mixed;
}

/** Returns the item at an index modulo the length; throws for an empty list. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[((index % items.length) + items.length) % items.length];
  if (item === undefined) throw new Error(`No item ${index} in a list of ${items.length}`);
  return item;
}

function hash(text: string): number {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 16777619);
  return value;
}
