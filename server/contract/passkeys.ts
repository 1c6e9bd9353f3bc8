import { z } from "zod";
import { passkeyRefusals } from "./admin-messages.ts";
import { MINUTE_MS } from "./time.ts";

/** How long a passkey check allows sensitive changes, such as refunds. */
export const PASSKEY_CHECK_MS = 15 * MINUTE_MS;

const MAX_NAME_LENGTH = 60;
const text = z.string().max(8000);
const credential = { id: z.string().max(1400), rawId: text, type: z.literal("public-key") };

/** Result of `startAuthentication`, without the parts that the store does not use. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** Result of `startRegistration`, without the parts that the store does not use. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

export const passkeyName = z.object({
  name: z
    .string(passkeyRefusals.nameMissing)
    .trim()
    .min(1, passkeyRefusals.nameMissing)
    .max(MAX_NAME_LENGTH, passkeyRefusals.nameTooLong(MAX_NAME_LENGTH)),
});

export type PasskeyInfo = {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
};
