import { z } from "zod";
import { emailAddress, rowId, sessionId } from "./fields.ts";
import { isLocalPath } from "./paths.ts";
import { refusals } from "./refusals.ts";
import { arrival } from "./visits.ts";

const MAX_CHECKOUT_LINES = 10;
const LINE_QUANTITY = 1;

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
  /** Referrer and query of the visit. An invalid value is ignored. */
  source: arrival.optional().catch(undefined),
});

export type CheckoutRequest = z.output<typeof checkoutRequest>;
export type CheckoutAnswer = { checkoutUrl: string; sessionId: string };

export const addressRequest = z.object({
  sessionId,
  email: emailAddress,
});

export type AddressAnswer = {
  customerEmail: string;
  /** Order numbers of the other orders whose email was also corrected. */
  alsoMoved: string[];
};

export const resendRequest = z.object({ sessionId });
