import { eq } from "drizzle-orm";
import { orderItems, productFiles } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { WriteRules } from "./define-table.ts";
import { inUse } from "./references.ts";
import type { Values } from "./values.ts";

export const productRules: WriteRules = {
  checks: [{ columns: ["type", "billing_period"], find: findPeriodProblem }],

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

function findPeriodProblem({ type, billing_period: period }: Values): Record<string, string> {
  if (type === "subscription")
    return period === null ? { billing_period: texts.periodMissing } : {};
  return period === null ? {} : { billing_period: texts.periodOfDigital };
}
