import { z } from "zod";
import type { DiscountRequest } from "../../contract/discounts.ts";
import { rowId } from "../../contract/fields.ts";

export const discountMessages = {
  code: "Use 3 to 40 letters, digits and hyphens, such as SPRING-25.",
  percent: "Enter a percentage from 1 to 100.",
  amount: "Enter an amount above zero.",
  one: "Enter either a percentage or an amount.",
  products: "One of these products no longer exists. Please choose again.",
  currencies: "These products are sold in different currencies. Choose products of one currency.",
  expiry: "Choose a time in the future, at most five years from now.",
  uses: "Enter a whole number from 1 to 1,000,000.",
  taken: (code: string) =>
    `There is already an active code ${code}. End it first, or choose another.`,
  tooLow: (product: string, price: string, least: string) =>
    `${product} would cost ${price}, but the payment provider charges at least ${least}. Choose a smaller discount, or one that makes it free.`,
  refused: (text: string) => `The payment provider refused this: ${text}`,
};

const MAX_USES = 1_000_000;
const MAX_PRODUCTS = 100;

export const discountRequest = z
  .object({
    code: z
      .string(discountMessages.code)
      .trim()
      .regex(/^[A-Za-z0-9-]{3,40}$/, discountMessages.code)
      .toUpperCase(),
    percentOff: z
      .number(discountMessages.percent)
      .min(1, discountMessages.percent)
      .max(100, discountMessages.percent)
      .multipleOf(0.01, discountMessages.percent)
      .nullable(),
    amountOff: z
      .int(discountMessages.amount)
      .positive(discountMessages.amount)
      .max(99_999_999, discountMessages.amount)
      .nullable(),
    productIds: z.array(rowId, discountMessages.products).max(MAX_PRODUCTS),
    expiresAt: z.iso.datetime(discountMessages.expiry).pipe(z.coerce.date()).nullable(),
    maxUses: z
      .int(discountMessages.uses)
      .min(1, discountMessages.uses)
      .max(MAX_USES, discountMessages.uses)
      .nullable(),
  })
  .refine(({ percentOff, amountOff }) => (percentOff === null) !== (amountOff === null), {
    error: discountMessages.one,
    path: ["percentOff"],
  }) satisfies z.ZodType<DiscountRequest>;
