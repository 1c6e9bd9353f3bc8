import { z } from "zod";
import { foldEmail, isEmail } from "./email.ts";
import { messages, orderMessages } from "./messages.ts";
import { refusals } from "./refusals.ts";

/** An id in a path or a body: a positive whole number, also as a decimal string. */
export const rowId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().positive().max(Number.MAX_SAFE_INTEGER));

/** An email as a person types it: spaces around it and capital letters do not count. */
export const emailAddress = z
  .string(messages.emailMissing)
  .transform(foldEmail)
  .pipe(z.string().min(1, messages.emailMissing).refine(isEmail, refusals.email));

/** What the provider's session ids look like; the pattern keeps every other text out of its paths. */
export const SESSION_ID = /^cs_(?:test|live)_\w{1,250}$/;

/** The id of a checkout's session, as it stands in URLs of the success page. */
export const sessionId = z
  .string(orderMessages.missingSessionId)
  .min(1, orderMessages.missingSessionId)
  .regex(SESSION_ID, orderMessages.purchaseNotFound);
