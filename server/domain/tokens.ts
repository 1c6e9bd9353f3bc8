import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Returns the SHA-256 hash in hex. Stored instead of secrets that browsers hold. */
export function sha256Hex(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}

/** Signs `payload` for one purpose. The signature is invalid for other purposes. */
export function sign(secret: string, purpose: string, payload: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${payload}`).digest("base64url");
}

/** Whether `signature` belongs to `payload`; compares in constant time. */
export function isSigned(secret: string, purpose: string, payload: string, signature: string) {
  const expected = Buffer.from(sign(secret, purpose, payload));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
