import { expect, onTestFinished, test, vi } from "vitest";
import { createPasskey, passkeyErrors } from "../../../client/lib/passkey.ts";

const KNOWN = "Already here.";
const OPTIONS = {
  challenge: "YQ",
  rp: { id: "shop.example", name: "Shop" },
  user: { id: "YQ", name: "Ann", displayName: "Ann" },
  pubKeyCredParams: [{ alg: -7, type: "public-key" as const }],
};

function stubBrowser(hasPasskeys: boolean, errorName: string) {
  const create = () => Promise.reject(new DOMException("", errorName));
  vi.stubGlobal("PublicKeyCredential", hasPasskeys ? vi.fn() : undefined);
  vi.stubGlobal("navigator", { credentials: { create } });
  vi.stubGlobal("location", { hostname: "192.0.2.1" });
  const reportError = vi.fn();
  vi.stubGlobal("reportError", reportError);
  onTestFinished(() => void vi.unstubAllGlobals());
  return reportError;
}

const { unsupported, cancelled } = passkeyErrors;

test.each([
  ["a browser without passkeys", false, "", unsupported, 0],
  ["a host without a domain", true, "SecurityError", unsupported, 0],
  ["a security key without PIN", true, "ConstraintError", unsupported, 0],
  ["a cancelled or late prompt", true, "NotAllowedError", cancelled, 0],
  ["a device that has one", true, "InvalidStateError", KNOWN, 0],
  ["an unknown fault", true, "NotReadableError", cancelled, 1],
])("%s says what to do", async (_what, hasPasskeys, errorName, text, reports) => {
  const reportError = stubBrowser(hasPasskeys, errorName);
  await expect(createPasskey(OPTIONS, KNOWN)).rejects.toThrow(text);
  expect(reportError).toHaveBeenCalledTimes(reports);
});
