import type { QuoteCode } from "../../domain/orders/quote.ts";
import { type Context, patch } from "../payments/objects.ts";
import { createCode, createCoupon } from "../payments/promotions.ts";
import type { Random } from "./random.ts";

/** Discount codes: the months in which the owner gives them (all without one), and their share. */
const CODES = [
  { code: "BACKTOSCHOOL", percentOff: 20, months: [7, 8], share: 0.3 },
  { code: "BLACKFRIDAY", percentOff: 25, months: [10], share: 0.35 },
  { code: "ADVENT", percentOff: 15, months: [11], share: 0.25 },
  { code: "WELCOME10", percentOff: 10, months: [], share: 0.08 },
];

const isGiven = ({ months }: (typeof CODES)[number], at: number): boolean =>
  months.length === 0 || months.includes(new Date(at).getUTCMonth());

/** Chooses the code of a purchase; null for most. */
export function chooseCode(random: Random, at: number): string | null {
  const given = CODES.filter((code) => isGiven(code, at));
  return given.find(({ share }) => random.chance(share))?.code ?? null;
}

/** Creates the codes at the provider; returns them by their text. */
export function createCodes(context: Context): Map<string, QuoteCode> {
  const created = CODES.map(({ code, percentOff }) => {
    const coupon = createCoupon({ context, params: { percent_off: String(percentOff) } });
    const params = { code, promotion: { type: "coupon", coupon: coupon.id } };
    const { id } = createCode({ context, params });
    const terms = { percentOff, amountOff: null, currency: null, providerProductIds: null };
    return [code, { id, ...terms }] as const;
  });
  return new Map(created);
}

/** Deactivates the codes that the owner does not give out at this time. */
export function endCodes({ store }: Context, now: Date): void {
  for (const { id, code } of store.list("promotion_code")) {
    const terms = CODES.find((each) => each.code === code);
    if (!terms || isGiven(terms, now.getTime())) continue;
    patch(store, "promotion_code", { id, fields: { active: false } });
  }
}
