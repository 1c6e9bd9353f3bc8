// Calls that create a discount code, repeated with the same Idempotency-Key.
import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import type { DiscountList } from "../../../server/contract/discounts.ts";
import { NEW, NEW_CODE, openWithCode, PATH, pricesOf } from "../../support/discount-shop.ts";
import { MINUTE_MS, type Shop } from "../../support/shop.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

test.each<[string, body: object, change: (shop: Shop) => unknown]>([
  ["", NEW_CODE, () => {}],
  [
    ", also after its product got cheaper and went off sale",
    { ...NEW_CODE, percentOff: 90, productIds: [2] },
    (shop) =>
      shop.db.write((tx) => {
        const author = { actor: "test", now: shop.clock.now() };
        updateRow(tx, products, shop.book, { price: 100, active: false }, author);
      }),
  ],
  [
    ", also after it expired",
    { ...NEW_CODE, expiresAt: "2026-11-21T10:00:30.000Z" },
    (shop) => shop.clock.advance(MINUTE_MS),
  ],
])("repeats a call whose answer was lost%s", async (_name, body, change) => {
  const shop = await openWithCode();
  const { owner, simulator } = shop;
  const headers = { "Idempotency-Key": "one-click-of-the-owner" };
  const create = () => owner.call<DiscountList>("POST", PATH, { body, headers });
  await pricesOf(shop, "OTHER");
  simulator.control.faults.next({
    kind: "cut",
    path: "/v1/promotion_codes",
    method: "POST",
  });
  expect((await create()).status).toBe(502);
  const codes = () => simulator.context.store.list("promotion_code").map(({ code }) => code);
  expect(codes().toSorted()).toEqual(["OTHER", "SPRING"]);
  // Pages know the code, although the answer was lost.
  expect(await pricesOf(shop, "OTHER")).not.toEqual({});
  change(shop);
  expect((await create()).status).toBe(201);
  expect(codes()).toHaveLength(2);
});

test("does not take a refused call for a successful one", async () => {
  const { owner, simulator } = await openWithCode();
  const headers = { "Idempotency-Key": "one-click-of-the-owner" };
  const create = () => owner.call("POST", PATH, { body: NEW, headers });
  expect([(await create()).status, (await create()).status]).toEqual([422, 422]);
  expect(simulator.context.store.list("promotion_code")).toHaveLength(1);
});

test("creates one code with a click that is repeated", async () => {
  const { owner, simulator } = await openWithCode();
  const body = { ...NEW, code: "OTHER" };
  const headers = { "Idempotency-Key": "one-click-of-the-owner" };
  const answers = await Promise.all([1, 2].map(() => owner.call("POST", PATH, { body, headers })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(simulator.context.store.list("promotion_code")).toHaveLength(2);
});
