import { z } from "zod";
import { foldEmail, isEmail } from "./email.ts";
import { messages, orderMessages } from "./messages.ts";
import { buyerRefusals } from "./refusals.ts";

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

export const emailAddress = z
  .string({ error: () => messages.emailMissing })
  .transform(foldEmail)
  .pipe(
    z
      .string()
      .min(1, { error: () => messages.emailMissing })
      .refine(isEmail, { error: () => buyerRefusals.invalidEmail }),
  );

/** Strict pattern of the session ids of the provider and of imported orders; prevents path injection. */
export const SESSION_ID = /^(?:cs_(?:test|live)|import)_\w{1,250}$/;

export const sessionId = z
  .string({ error: () => orderMessages.missingSessionId })
  .min(1, { error: () => orderMessages.missingSessionId })
  .regex(SESSION_ID, { error: () => orderMessages.purchaseNotFound });
