import type { Product } from "../../contract/answers.ts";
import { findPriceFault, payableAmount } from "../../ports/prices.ts";
import type { PromotionCode } from "../../ports/promotions.ts";

// Decides every price that a buyer sees or pays: on the landing page, on offers, under "more for
// you" in the account and in mails, and at the checkout. Amounts are in the smallest unit of the
// currency, without a tax that the provider adds.

/** A product to quote. Its id at the provider matters only for codes that are limited to products. */
export type QuotedProduct = Pick<Product, "id" | "price" | "currency" | "type"> & {
  providerProductId?: string | null;
};

/** An earlier purchase that lowers the price of an upgrade. */
export type Credit = {
  upgradeId: number;
  itemId: number;
  name: string;
  currency: string;
  amount: number;
};

type Off = Pick<PromotionCode, "percentOff" | "amountOff" | "currency">;
export type QuoteCode = Off & Pick<PromotionCode, "id" | "providerProductIds">;

/** What lowers the prices for one buyer. */
export type QuoteTerms = {
  /** Products that the buyer owns or is paying for; they get no line. */
  ownedIds?: readonly number[];
  /** In order of preference. Each is used once. */
  credits?: readonly Credit[];
  code?: QuoteCode | undefined;
};

export type QuoteLine<Quoted> = {
  product: Quoted;
  /** Price after the credit. The checkout sends it to the provider, which subtracts the code. */
  beforeCode: number;
  /** Earlier purchase that is credited, and by how much it lowers the price. */
  credit: { itemId: number; name: string; amount: number } | null;
};

export type Quote<Quoted> = {
  lines: QuoteLine<Quoted>[];
  /** Price of all lines in one checkout. */
  total: number;
  /** The code, if it lowers the total. */
  code: QuoteCode | null;
};

/** Quotes one checkout of these products. */
export function quote<Quoted extends QuotedProduct>(
  products: Quoted[],
  terms: QuoteTerms,
): Quote<Quoted> {
  return withCode(linesOf(products, terms), terms.code);
}

/** Quotes a checkout of its own for each product. A credit still lowers only one of them. */
export function quoteEach<Quoted extends QuotedProduct>(
  products: Quoted[],
  terms: QuoteTerms,
): (QuoteLine<Quoted> & Pick<Quote<Quoted>, "code"> & { price: number })[] {
  return linesOf(products, terms).map((line) => {
    const { total: price, code } = withCode([line], terms.code);
    return { ...line, price, code };
  });
}

/** An upgrade costs less by its credit. A remainder below the provider's minimum charge is free. */
function linesOf<Quoted extends QuotedProduct>(
  products: Quoted[],
  { ownedIds = [], credits = [] }: QuoteTerms,
): QuoteLine<Quoted>[] {
  const used = new Set<number>();
  const wanted = products.filter(({ id }) => !ownedIds.includes(id));
  return wanted.map((product) => {
    const { id, price, currency } = product;
    const credit = credits.find(
      ({ upgradeId, itemId, currency: paidIn }) =>
        upgradeId === id && paidIn === currency && !used.has(itemId),
    );
    if (!credit) return { product, beforeCode: price, credit: null };
    const { itemId, name } = credit;
    used.add(itemId);
    const beforeCode = payableAmount(price - credit.amount, currency);
    return { product, beforeCode, credit: { itemId, name, amount: price - beforeCode } };
  });
}

/**
 * Applies a code as the provider does: a percentage to each line that it covers, an amount once to
 * their sum. A code that leaves a total which the provider cannot charge is not used.
 */
function withCode<Quoted extends QuotedProduct>(
  lines: QuoteLine<Quoted>[],
  code: QuoteCode | undefined,
): Quote<Quoted> {
  const before = sumOf(lines);
  const currency = lines[0]?.product.currency ?? "";
  const full = { lines, total: before, code: null };
  if (!code) return full;
  const covered = lines.filter(({ product }) => covers(code, product));
  const bases =
    code.percentOff === null ? [sumOf(covered)] : covered.map((line) => line.beforeCode);
  const off = bases.reduce(
    (sum, price) => sum + price - reducedPrice(code, { price, currency }),
    0,
  );
  const total = before - off;
  return off === 0 || findPriceFault(total, currency) ? full : { lines, total, code };
}

function covers({ providerProductIds: ids }: QuoteCode, { providerProductId }: QuotedProduct) {
  return ids === null || ids.includes(providerProductId ?? "");
}

/** Returns a price minus a discount, at least 0. An amount in another currency is ignored. */
export function reducedPrice(
  { percentOff, amountOff, currency }: Off,
  product: { price: number; currency: string },
): number {
  const { price } = product;
  if (percentOff !== null) return price - Math.round((price * percentOff) / 100);
  return currency === product.currency ? Math.max(0, price - (amountOff ?? 0)) : price;
}

function sumOf(lines: QuoteLine<unknown>[]): number {
  return lines.reduce((sum, { beforeCode }) => sum + beforeCode, 0);
}
