import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isSigned, sha256Hex, sign } from "../../../server/domain/tokens.ts";

const SECRET = "s".repeat(32);

describe("not signed", () => {
  const good = sign(SECRET, "purpose", "payload");
  test.each<[string, Parameters<typeof isSigned>]>([
    ["by another secret", ["t".repeat(32), "purpose", "payload", good]],
    ["for another purpose", [SECRET, "other", "payload", good]],
    ["with another payload", [SECRET, "purpose", "payload2", good]],
    ["an empty signature", [SECRET, "purpose", "payload", ""]],
    ["a shorter signature", [SECRET, "purpose", "payload", good.slice(0, -1)]],
    ["a longer signature", [SECRET, "purpose", "payload", `${good}A`]],
    ["a signature in other letters", [SECRET, "purpose", "payload", good.toLowerCase()]],
    ["a signature of other characters", [SECRET, "purpose", "payload", "é".repeat(43)]],
    ["with purpose and payload run together", [SECRET, "purpose\npay", "load", good]],
  ])("%s", (_name, args) => {
    expect(isSigned(...args)).toBe(false);
  });
});

test("a signature is HMAC-SHA-256 over purpose and payload, and fits", () => {
  const signature = sign(SECRET, "purpose", "payload");
  const expected = createHmac("sha256", SECRET).update("purpose\npayload").digest("base64url");
  expect(signature).toBe(expected);
  expect(isSigned(SECRET, "purpose", "payload", signature)).toBe(true);
});

test("what is stored of a secret is its SHA-256", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
