/** What a harness found: one line of figures, and what is wrong, one line each. */
export type Outcome = { line: string; problems: string[] };

/** How a harness says how long it took. */
export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
