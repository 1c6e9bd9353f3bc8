import { eq } from "drizzle-orm";
import { orderItems, productFiles } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { WriteRules } from "./define-table.ts";
import { inUse } from "./references.ts";

export const productRules: WriteRules = {
  check({ type, billing_period: period }): Record<string, string> {
    if (type === "subscription") return period === null ? PERIOD_MISSING : {};
    return period === null ? {} : PERIOD_OF_DIGITAL;
  },

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

const PERIOD_MISSING = { billing_period: texts.periodMissing };
const PERIOD_OF_DIGITAL = { billing_period: texts.periodOfDigital };
