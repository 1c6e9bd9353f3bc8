import type { DiscountList } from "../../../server/contract/discounts.ts";
import type { TableField } from "../../../server/contract/tables.ts";
import type { NewDiscount } from "../data/api.ts";
import type { Typed } from "../forms/row-values.ts";
import { toWire } from "../kinds/kinds.ts";

type Shop = Pick<DiscountList, "products" | "currency">;

/** Returns the currency of an amount off: that of the chosen products, or else of the shop. */
export function currencyOf(typed: Typed, { products, currency }: Shop): string {
  const chosen = chosenProducts(typed);
  const sold = products.find(({ id }) => chosen.length === 0 || chosen.includes(id));
  return sold?.currency ?? currency;
}

/** Returns the new code that was typed. Unreadable values stay text, which the server rejects. */
export function newDiscountOf(
  properties: Record<string, TableField>,
  typed: Typed,
  shop: Shop,
): NewDiscount {
  const row = { currency: currencyOf(typed, shop) };
  const wire = (name: string) => {
    const field = properties[name];
    return field ? toWire(field, typed[name], row) : null;
  };
  return {
    code: String(typed["code"] ?? "")
      .trim()
      .toUpperCase(),
    percentOff: wire("percentOff"),
    amountOff: wire("amountOff"),
    productIds: chosenProducts(typed),
    expiresAt: wire("expiresAt"),
    maxUses: wire("maxUses"),
  };
}

function chosenProducts(typed: Typed): number[] {
  return [typed["productIds"] ?? []].flat().map(Number);
}
