import { expect } from "vitest";
import type { DiscountList } from "../../server/contract/discounts.ts";
import { openShop, type Shop } from "./shop.ts";
import { openRoles } from "./table-calls.ts";

export const PATH = "/api/discounts";
export const NEW = {
  code: "SPRING",
  percentOff: 50,
  amountOff: null,
  productIds: [],
  expiresAt: null,
  maxUses: null,
};

export const NEW_CODE = { ...NEW, code: "OTHER" };

export type NewCode = Partial<Omit<typeof NEW, "productIds">> & { productIds?: number[] };

/** Opens a shop whose owner has created a code. */
export async function openWithCode(
  code: object = {},
  options: Parameters<typeof openShop>[0] = {},
) {
  const shop = await openShop(options);
  const { administrator: owner } = openRoles(shop);
  const created = await owner.call<DiscountList>("POST", PATH, { body: { ...NEW, ...code } });
  expect(created.status).toBe(201);
  const [made] = created.body.codes;
  const end = () => owner.call<DiscountList>("POST", `${PATH}/${made?.id}/end`);
  return { ...shop, owner, made, end };
}

export const pricesOf = async ({ browser }: Shop, code: string) => {
  const response = await browser.get(`${PATH}/${encodeURIComponent(code)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return ((await response.json()) as { prices: object }).prices;
};
