import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../../../client/pwa/library/sha256.ts";

const nodeHash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("every length around a block's end gives what Node gives", () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = randomBytes(length);
    const hash = sha256();
    hash.add(bytes);
    expect(hash.end(), `${length} bytes`).toBe(nodeHash(bytes));
  }
});

test("parts of any size give the hash of the whole", () => {
  const bytes = randomBytes(300_000);
  for (const size of [1, 7, 63, 64, 65, 1000, 65_536]) {
    const hash = sha256();
    for (let at = 0; at < bytes.length; at += size) hash.add(bytes.subarray(at, at + size));
    expect(hash.end(), `parts of ${size} bytes`).toBe(nodeHash(bytes));
  }
});
