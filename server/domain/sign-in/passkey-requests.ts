import { z } from "zod";
import { PASSKEY_NAME_MISSING } from "../../contract/sign-in.ts";

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
    .string(PASSKEY_NAME_MISSING)
    .trim()
    .min(1, PASSKEY_NAME_MISSING)
    .max(MAX_NAME_LENGTH, `Please use at most ${MAX_NAME_LENGTH} characters for the name.`),
});
