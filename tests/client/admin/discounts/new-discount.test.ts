import { expect, test } from "vitest";
import { newDiscountOf } from "../../../../client/admin/discounts/new-discount.ts";

import { MONEY } from "../../../../server/contract/formats.ts";
import { aField } from "../schemas.ts";

const PRODUCTS = [{ id: 1, name: "Color Workbook", currency: "usd" }];

test.each([
  [[], "5.50", "5.50"],
  [[], "500", 500],
  [PRODUCTS, "five", "five"],
  [PRODUCTS, "5", 500],
])(
  "an amount is in the currency of the products %j, or of the shop: %s",
  (products, typed, cents) => {
    const amountOff = aField({ type: "integer", ...MONEY });
    const values = { code: " fall ", amountOff: typed };
    expect(newDiscountOf({ amountOff }, values, { products, currency: "jpy" })).toMatchObject({
      code: "FALL",
      amountOff: cents,
    });
  },
);
