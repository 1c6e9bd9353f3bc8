import { z } from "zod";
import { emailAddress, rowId, sessionId } from "./fields.ts";
import { isLocalPath } from "./local-paths.ts";
import { checkoutRefusals } from "./refusals.ts";

const MAX_CHECKOUT_LINES = 10;
const LINE_QUANTITY = 1;

const localPath = z
  .string({ error: () => checkoutRefusals.foreignPath })
  .refine(isLocalPath, { error: () => checkoutRefusals.foreignPath });

const MAX_ARRIVAL_CHARACTERS = 4000;

/** Referrer and query of the document that the visitor opened. */
export const arrival = z.object({
  referrer: z.string().max(MAX_ARRIVAL_CHARACTERS),
  query: z.string().max(MAX_ARRIVAL_CHARACTERS),
});
export type Arrival = z.output<typeof arrival>;

export const checkoutRequest = z.object({
  products: z
    .array(
      z.object({
        productId: rowId,
        quantity: z.literal(LINE_QUANTITY, { error: () => checkoutRefusals.wrongQuantity }),
      }),
      { error: () => checkoutRefusals.emptyCheckout },
    )
    .min(1, { error: () => checkoutRefusals.emptyCheckout })
    .max(MAX_CHECKOUT_LINES, { error: () => checkoutRefusals.tooManyLines })
    .refine((lines) => new Set(lines.map((line) => line.productId)).size === lines.length, {
      error: () => checkoutRefusals.duplicateLine,
    }),
  successRouter: localPath,
  cancelRouter: localPath,
  /** Email of the recipient of a gift. */
  giftTo: emailAddress.optional(),
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
