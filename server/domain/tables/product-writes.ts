import { eq } from "drizzle-orm";
import { orderItems, productFiles } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import { formatMoney } from "../../contract/format.ts";
import { findPriceFault } from "../../contract/prices.ts";
import type { RowValues } from "../../contract/tables.ts";
import { isShopPicture } from "../catalogue.ts";
import type { WriteRules } from "./define-table.ts";
import { inUse } from "./references.ts";

export const productRules: WriteRules = {
  checks: [
    { columns: ["type", "billing_period"], find: findPeriodProblem },
    { columns: ["price", "currency"], find: findPriceProblem },
    { columns: ["images"], find: findPictureProblem },
  ],

  mayRemove(tx, { id }) {
    const ordered = eq(orderItems.productId, id);
    if (tx.select({ id: orderItems.id }).from(orderItems).where(ordered).limit(1).get()) {
      throw inUse(texts.productOrdered);
    }
    const held = eq(productFiles.productId, id);
    if (tx.select({ id: productFiles.id }).from(productFiles).where(held).limit(1).get()) {
      throw inUse(texts.productHasFiles);
    }
  },
};

function findPeriodProblem({ type, billing_period: period }: RowValues): Record<string, string> {
  if (type === "subscription")
    return period === null ? { billing_period: texts.periodMissing } : {};
  return period === null ? {} : { billing_period: texts.periodOfDigital };
}

function findPriceProblem(row: RowValues): Record<string, string> {
  const currency = String(row["currency"]);
  const fault = findPriceFault(Number(row["price"]), currency);
  switch (fault?.kind) {
    case undefined:
      return {};
    case "currency":
      return { currency: texts.priceCurrency };
    case "step":
      return { price: texts.priceStep(fault.step, currency.toUpperCase()) };
    case "least":
      return { price: texts.priceLeast(fault.least, formatMoney(fault.least, currency)) };
  }
}

function findPictureProblem({ images }: RowValues): Record<string, string> {
  const foreign = Array.isArray(images) ? images.find((path) => !isShopPicture(path)) : undefined;
  return foreign === undefined ? {} : { images: texts.noShopPicture(foreign) };
}
