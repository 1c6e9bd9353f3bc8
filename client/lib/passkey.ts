import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { CurrentUser } from "../../server/contract/sign-in.ts";
import { messages } from "../../server/contract/messages.ts";
import { ApiError, readAnswer } from "./answer.ts";
import { calls } from "./typed-client.ts";

// Import this file dynamically, so that only administrators load it.

/** Errors of passkeys, declared here so that only administrators load them. */
export const passkeyErrors = {
  unsupported:
    "Passkeys don't work here. They need https, an up-to-date browser, and a device or security key with a fingerprint, face or PIN. Please try another browser or device.",
  cancelled: "No passkey was used. Please try again.",
  failed: "The passkey couldn't be verified. Please try again.",
} as const;

const { passkeys } = calls;
const texts = {
  get network() {
    return messages.network;
  },
  notJson: passkeyErrors.failed,
  failed: passkeyErrors.failed,
};

/**
 * Authenticates with a passkey: signs in, or renews the check of an administrator's session.
 * Rejects with an ApiError.
 */
export async function authenticateWithPasskey(): Promise<CurrentUser> {
  const optionsJSON = await readAnswer(passkeys.challenge.$post(), texts);
  const json = await runCeremony(() => startAuthentication({ optionsJSON }));
  // The server's schema strips the fields that it does not use.
  const request = passkeys["sign-in"].$post({ json: { ...json, type: "public-key" } });
  return (await readAnswer(request, texts)).user;
}

/** Errors of a host without a domain, and of a device without user verification or storage. */
const IMPOSSIBLE = new Set(["SecurityError", "ConstraintError", "NotSupportedError"]);

type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** Creates a passkey. Rejects with an ApiError, with the text `known` if the device has one. */
export function createPasskey(optionsJSON: CreationOptions, known: string) {
  return runCeremony(() => startRegistration({ optionsJSON }), known);
}

/** Runs a WebAuthn call; converts its errors to ApiError. */
async function runCeremony<Answer>(ask: () => Promise<Answer>, known?: string): Promise<Answer> {
  if (!browserSupportsWebAuthn()) throw new ApiError(passkeyErrors.unsupported);
  return ask().catch((error: unknown) => {
    const name = error instanceof Error ? error.name : "";
    if (known && name === "InvalidStateError") throw new ApiError(known);
    if (IMPOSSIBLE.has(name)) throw new ApiError(passkeyErrors.unsupported);
    // Cancelled, timed out, or no passkey on the device: browsers do not say which.
    if (name !== "NotAllowedError" && name !== "AbortError") reportError(error);
    throw new ApiError(passkeyErrors.cancelled);
  });
}
