/** Returns a unique key. `crypto.randomUUID` is missing on pages over plain HTTP. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
