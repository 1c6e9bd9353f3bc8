import { describe, expect, test } from "vitest";
import {
  type Credit,
  quote,
  type QuoteCode,
  type QuotedProduct,
  quoteEach,
} from "../../../../server/domain/orders/quote.ts";

const CODE: QuoteCode = {
  id: "promo_1",
  percentOff: 50,
  amountOff: null,
  currency: null,
  providerProductIds: null,
};
const AMOUNT = { ...CODE, percentOff: null, amountOff: 1000, currency: "usd" };
const PACK: QuotedProduct = {
  id: 1,
  price: 3700,
  currency: "usd",
  type: "digital",
  providerProductId: null,
};
const BOOK = { ...PACK, id: 2, price: 1200 };
const CREDIT: Credit = { upgradeId: 1, itemId: 7, name: "Advanced", currency: "usd", amount: 2700 };

describe("the price with a code", () => {
  test.each<[string, Partial<QuoteCode>, Partial<QuotedProduct>, number | null]>([
    ["of a percentage, rounded to the cent", { percentOff: 33.33 }, {}, 2467],
    ["of half a cent, rounded up", { percentOff: 12.5 }, {}, 3237],
    ["of everything", { percentOff: 100 }, {}, 0],
    ["of an amount", AMOUNT, {}, 2700],
    ["of an amount above the price", { ...AMOUNT, amountOff: 9900 }, {}, 0],
    ["of an amount in another currency", { ...AMOUNT, currency: "eur" }, {}, null],
    ["that leaves less than the provider's minimum", { ...AMOUNT, amountOff: 3660 }, {}, null],
    ["of a free product", {}, { price: 0 }, null],
    ["of another product", { providerProductIds: ["prod_2"] }, {}, null],
    ["of this product", { providerProductIds: ["p"] }, { providerProductId: "p" }, 1850],
  ])("%s", (_name, code, product, price) => {
    const [line] = quoteEach([{ ...PACK, ...product }], { code: { ...CODE, ...code } });
    expect(line?.code ? line.price : null).toBe(price);
  });
});

describe("a checkout of two products", () => {
  const PRODUCTS = [PACK, BOOK];

  test.each<[string, QuoteCode | undefined, number]>([
    ["without a code", undefined, 4900],
    ["with a percentage of each line", { ...CODE, percentOff: 12.5 }, 3237 + 1050],
    ["with an amount, subtracted once", AMOUNT, 3900],
    ["with an amount that leaves too little", { ...AMOUNT, amountOff: 4860 }, 4900],
    ["with a code of another product", { ...CODE, providerProductIds: ["p"] }, 4900],
  ])("%s", (_name, code, total) => {
    const quoted = quote(PRODUCTS, { code });
    expect(quoted.total).toBe(total);
    expect(quoted.code !== null).toBe(total < 4900);
    expect(quoted.lines.map(({ beforeCode }) => beforeCode)).toEqual([3700, 1200]);
  });

  test("leaves out an owned product", () => {
    const { lines, total } = quote(PRODUCTS, { ownedIds: [1] });
    expect([lines.map(({ product }) => product.id), total]).toEqual([[2], 1200]);
  });

  test("applies an amount to the lines that it covers", () => {
    const limited = { ...AMOUNT, amountOff: 2000, providerProductIds: ["book"] };
    const book = { ...BOOK, providerProductId: "book" };
    expect(quote([PACK, book], { code: limited }).total).toBe(3700);
  });
});

describe("an upgrade", () => {
  test("costs its price minus the credit, then the code", () => {
    const [line] = quoteEach([PACK], { credits: [CREDIT], code: CODE });
    const credit = { itemId: 7, name: "Advanced", amount: 2700 };
    expect(line).toMatchObject({ beforeCode: 1000, price: 500, credit });
  });

  test.each([
    ["of another product", { upgradeId: 2 }],
    ["in another currency", { currency: "eur" }],
  ])("costs its full price with a credit %s", (_name, credit) => {
    const { lines } = quote([PACK], { credits: [{ ...CREDIT, ...credit }] });
    expect(lines).toEqual([{ product: PACK, beforeCode: 3700, credit: null }]);
  });

  test("is free if the rest is below the provider's minimum", () => {
    const { lines } = quote([PACK], { credits: [{ ...CREDIT, amount: 3660 }] });
    expect(lines).toMatchObject([{ beforeCode: 0, credit: { amount: 3700 } }]);
  });

  test("uses a credit once, also if each product is a checkout of its own", () => {
    const credits = [CREDIT, { ...CREDIT, upgradeId: 2 }];
    expect(quote([PACK, BOOK], { credits }).total).toBe(1000 + 1200);
    expect(quoteEach([PACK, BOOK], { credits }).map(({ price }) => price)).toEqual([1000, 1200]);
    expect(quote([PACK, BOOK], { ownedIds: [1], credits }).total).toBe(0);
  });
});
