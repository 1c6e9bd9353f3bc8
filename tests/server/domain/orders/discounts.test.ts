import { expect, test } from "vitest";
import { findActiveCode } from "../../../../server/domain/orders/discounts.ts";
import type { PromotionCode } from "../../../../server/ports/promotions.ts";
import { createTestApp } from "../../../support/create-test-app.ts";

const CODE: PromotionCode = {
  id: "promo_1",
  code: "SPRING",
  isActive: true,
  isRestricted: false,
  percentOff: 50,
  amountOff: null,
  currency: null,
  providerProductIds: null,
  expiresAt: null,
  maxUses: null,
  uses: 0,
};
/** Finds SPRING at a provider that sends one code a page. */
function findAmong(...codes: Partial<PromotionCode>[]) {
  const { clock, deps } = createTestApp();
  const payments: typeof deps.payments = {
    ...deps.payments,
    async listPromotionCodes({ after }) {
      const at = Number(after ?? 0);
      const next = at + 1 < codes.length ? String(at + 1) : null;
      return { entries: codes.slice(at, at + 1).map((code) => ({ ...CODE, ...code })), next };
    },
  };
  return findActiveCode({ clock, payments }, "spring");
}

test.each<[string, Partial<PromotionCode>]>([
  ["ended", { isActive: false }],
  ["only for some buyers", { isRestricted: true }],
  ["expired", { expiresAt: new Date(0) }],
])("a code that is %s is not found", async (_name, code) => {
  expect(await findAmong(code)).toBeUndefined();
});

test("a code on a later page is found, and an ended one of the same text is passed over", async () => {
  expect(await findAmong({ code: "WINTER" }, { isActive: false }, { id: "promo_3" })).toMatchObject(
    {
      id: "promo_3",
    },
  );
});
