/** A key that no other call ever returns. `crypto.randomUUID` is missing on pages over plain http. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
