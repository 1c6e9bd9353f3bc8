import { z } from "zod";
import { isLocalPath } from "./local-path.ts";
import { messages, refusals } from "./messages.ts";

export const MAX_CHECKOUT_LINES = 10;
export const LINE_QUANTITY = 1;

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

const localPath = z.string(refusals.foreignPath).refine(isLocalPath, refusals.foreignPath);

export const checkoutRequest = z.object({
  products: z
    .array(
      z.object({
        productId: rowId,
        quantity: z.literal(LINE_QUANTITY, refusals.wrongQuantity),
      }),
      refusals.emptyCheckout,
    )
    .min(1, refusals.emptyCheckout)
    .max(MAX_CHECKOUT_LINES, refusals.tooManyLines)
    .refine(
      (lines) => new Set(lines.map((line) => line.productId)).size === lines.length,
      refusals.duplicateLine,
    ),
  successRouter: localPath,
  cancelRouter: localPath,
});

export type CheckoutRequest = z.output<typeof checkoutRequest>;
export type CheckoutAnswer = { checkoutUrl: string; sessionId: string };

/** An address as a person types it: spaces around it and capital letters do not count. */
export const emailAddress = z
  .string(messages.emailMissing)
  .trim()
  .toLowerCase()
  .min(1, messages.emailMissing)
  .max(254, refusals.email)
  .pipe(z.email(refusals.email));

const sessionId = z
  .string(messages.missingSessionId)
  .min(1, messages.missingSessionId)
  .max(300, messages.purchaseNotFound);

export const addressRequest = z.object({
  sessionId,
  email: emailAddress,
});

export type AddressAnswer = {
  customerEmail: string;
  /** Numbers of other orders that went to the new address along with the one named. */
  alsoMoved: string[];
};

export const resendRequest = z.object({ sessionId });
