import { z } from "zod";
import { foldEmail, isEmail } from "./email.ts";
import { messages, orderMessages } from "./messages.ts";

/** A positive integer, also as a decimal string. */
export const rowId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().positive().max(Number.MAX_SAFE_INTEGER));

export const INVALID_EMAIL = "Please enter a valid email address.";

export const emailAddress = z
  .string({ error: () => messages.emailMissing })
  .transform(foldEmail)
  .pipe(
    z
      .string()
      .min(1, { error: () => messages.emailMissing })
      .refine(isEmail, INVALID_EMAIL),
  );

/** Strict pattern of the provider's session ids; prevents path injection. */
export const SESSION_ID = /^cs_(?:test|live)_\w{1,250}$/;

export const sessionId = z
  .string({ error: () => orderMessages.missingSessionId })
  .min(1, { error: () => orderMessages.missingSessionId })
  .regex(SESSION_ID, { error: () => orderMessages.purchaseNotFound });
