import fc from "fast-check";
import { products as productsTable } from "../../db/schema.ts";
import { startCheckout } from "../../server/domain/orders/checkout.ts";
import { forgetCodes } from "../../server/domain/orders/discounts.ts";
import type { Viewer } from "../../server/domain/viewer.ts";
import { checkoutBody } from "./browser.ts";
import { createTestApp, type TestApp } from "./create-test-app.ts";
import { signIn } from "./shop.ts";
import { changeRow } from "./rows.ts";

export const CODE = "SPRING";
const EMAIL = "anna@example.com";

/** Lowest price and the unit of prices that the provider accepts, in the smallest unit. */
const CURRENCIES = {
  usd: { least: 50, unit: 1 },
  eur: { least: 50, unit: 1 },
  jpy: { least: 50, unit: 1 },
  huf: { least: 17_500, unit: 1 },
  kwd: { least: 10, unit: 10 },
  isk: { least: 100, unit: 100 },
} as const;
type Currency = keyof typeof CURRENCIES;

const some = fc.array(fc.nat(4), { minLength: 1, maxLength: 3 });

export const catalogue = fc.record({
  currency: fc.constantFrom<Currency>("usd", "usd", "eur", "jpy", "huf", "kwd", "isk"),
  products: fc.array(
    fc.record({
      /** In units above the lowest price; null is free. */
      price: fc.option(fc.oneof(fc.nat(40), fc.nat(9000)), { freq: 12 }),
      isSubscription: fc.nat(5).map((n) => n === 0),
      isForeign: fc.nat(7).map((n) => n === 0),
      /** Number of an earlier product, counted in a circle. */
      upgradesFrom: fc.option(fc.nat(3), { freq: 3 }),
    }),
    { minLength: 3, maxLength: 5 },
  ),
  code: fc.option(
    fc.record({
      off: fc.oneof(
        fc.record({ percent: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(33.33)) }),
        fc.record({ amount: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.nat(9000)) }),
      ),
      limit: fc.option(some),
    }),
    { freq: 8 },
  ),
  hasAccount: fc.boolean(),
  purchases: fc.array(
    fc.record({
      products: fc.array(fc.nat(4), { minLength: 1, maxLength: 2 }),
      hasCode: fc.boolean(),
      /** Part of the total that is refunded, in percent. */
      refunded: fc.constantFrom(0, 0, 0, 0, 30, 100),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Catalogue = typeof catalogue extends fc.Arbitrary<infer Value> ? Value : never;

export type QuoteWorld = Awaited<ReturnType<typeof openQuoteWorld>>;

/** Opens a shop with a random catalogue and code, whose visitor has bought and returned products. */
export async function openQuoteWorld(plan: Catalogue) {
  const shop = createTestApp();
  const ids = await addProducts(shop, plan);
  if (plan.code) await addCode(shop, { ...plan, ids });
  const { control } = shop.simulator;
  const user = plan.hasAccount ? { id: signIn(shop, EMAIL).userId, email: EMAIL } : null;
  const visitor = { browserHash: "visitor", user };

  /** Opens a checkout; returns its session, or undefined if the viewer owns all products. */
  async function open(viewer: Viewer & { browserHash: string }, products: number[], code?: string) {
    const input = { request: checkoutBody(products), viewer, code };
    const { answer } = await startCheckout(shop.deps, input);
    const session = control.sessions().find(({ id }) => id === answer.sessionId);
    return session?.status === "open" ? session : undefined;
  }

  const pick = (numbers: number[]) => [...new Set(numbers.map((n) => ids[n % ids.length] ?? 0))];
  let last: { sessionId: string; mail: string | undefined } | undefined;
  for (const { products, hasCode, refunded } of plan.purchases) {
    const session = await open(visitor, sameCurrency(shop, pick(products)), hasCode ? CODE : "");
    if (!session) continue;
    shop.mails.length = 0;
    await control.pay(session.id, { email: EMAIL });
    await shop.settle();
    const amount = Math.floor(((session.amount_total ?? 0) * refunded) / 100);
    // The mail shows the prices before a refund.
    last = { sessionId: session.id, mail: amount === 0 ? shop.mails.at(-1)?.text : undefined };
    if (amount === 0) continue;
    control.refund(session.id, amount);
    await shop.settle();
  }
  return {
    ...shop,
    visitor,
    /** The visitor's last purchase, with its delivery mail unless a refund followed. */
    last,
    products: shop.db.select().from(productsTable).all(),
    hasCode: plan.code !== null,
    isPercent: plan.code !== null && "percent" in plan.code.off,
    unit: CURRENCIES[plan.currency].unit,
    /** Opens a checkout; returns what it charges, or undefined if the viewer owns all products. */
    async charge(
      products: number[],
      { code, isNew = false }: { code?: string; isNew?: boolean } = {},
    ) {
      const viewer = isNew ? { browserHash: `new-${products.join()}`, user: null } : visitor;
      return (await open(viewer, products, code))?.amount_total ?? undefined;
    },
  };
}

async function addProducts(shop: TestApp, { currency, products }: Catalogue): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, product] of products.entries()) {
    const money: Currency = product.isForeign ? "eur" : currency;
    const { least, unit } = CURRENCIES[money];
    const id = await shop.addProduct({
      name: `Book ${index}`,
      currency: money,
      price: product.price === null ? 0 : least + product.price * unit,
      contents: [`pdf ${index}`],
      ...(product.isSubscription && { type: "subscription", billingPeriod: "month" }),
    });
    const upgradesFromId = ids[(product.upgradesFrom ?? Number.NaN) % ids.length];
    if (upgradesFromId !== undefined) edit(shop, id, { upgradesFromId });
    ids.push(id);
  }
  return ids;
}

function edit(
  { db, clock }: TestApp,
  id: number,
  patch: Partial<typeof productsTable.$inferInsert>,
): void {
  changeRow({ db, clock }, productsTable, id, patch);
}

async function addCode(shop: TestApp, plan: Catalogue & { ids: number[] }): Promise<void> {
  const { payments } = shop.deps;
  const { off, limit } = plan.code ?? {};
  if (!off) return;
  const limited = limit && [...new Set(limit.map((n) => plan.ids[n % plan.ids.length] ?? 0))];
  const providerProductIds: string[] = [];
  for (const productId of limited ?? []) {
    const product = { productId, name: `Book ${productId}`, description: null, pictureUrl: null };
    const providerProductId = await payments.saveProduct({ ...product, providerProductId: null });
    edit(shop, productId, { providerProductId });
    providerProductIds.push(providerProductId);
  }
  const { least, unit } = CURRENCIES[plan.currency];
  await payments.createPromotionCode({
    code: CODE,
    percentOff: "percent" in off ? off.percent : null,
    amountOff:
      "amount" in off ? Math.max(unit, off.amount * unit + (off.amount > 60 ? least : 0)) : null,
    currency: "amount" in off ? plan.currency : null,
    providerProductIds: limited ? providerProductIds : null,
    expiresAt: null,
    maxUses: null,
    shopId: "shop",
    idempotencyKey: CODE,
  });
  forgetCodes(shop.deps);
}

/** Returns the products with the currency of the first one, which a checkout requires. */
function sameCurrency({ db }: TestApp, ids: number[]): number[] {
  const rows = db.select().from(productsTable).all();
  const currencyOf = (id: number) => rows.find((row) => row.id === id)?.currency;
  return ids.filter((id) => currencyOf(id) === currencyOf(ids[0] ?? 0));
}
