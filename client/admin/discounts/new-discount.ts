import type { DiscountList } from "../../../server/contract/discounts.ts";
import type { TableField } from "../../../server/contract/tables.ts";
import type { NewDiscount } from "../data/api.ts";
import { parseMoney } from "../kinds/money.ts";
import type { Typed } from "../forms/row-values.ts";
import { toWire } from "../kinds/kinds.ts";

/**
 * Returns the new code that was typed. An amount is in the currency of the chosen products, or else
 * of the shop. Values that are not numbers stay text, which the server rejects by field.
 */
export function newDiscountOf(
  properties: Record<string, TableField>,
  typed: Typed,
  { products, currency }: Pick<DiscountList, "products" | "currency">,
): NewDiscount {
  const wire = (name: string) => {
    const field = properties[name];
    return field ? toWire(field, typed[name]) : null;
  };
  const chosen = [typed["productIds"] ?? []].flat().map(Number);
  const sold = products.find(({ id }) => chosen.length === 0 || chosen.includes(id));
  const amount = String(typed["amountOff"] ?? "").trim();
  return {
    code: String(typed["code"] ?? "")
      .trim()
      .toUpperCase(),
    percentOff: wire("percentOff"),
    amountOff: amount === "" ? null : (parseMoney(amount, sold?.currency ?? currency) ?? amount),
    productIds: chosen,
    expiresAt: wire("expiresAt"),
    maxUses: wire("maxUses"),
  };
}
