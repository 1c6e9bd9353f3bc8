import { describe, expect, test } from "vitest";
import { checkoutRequest, rowId } from "../../../server/contract/checkout.ts";

describe("an id", () => {
  test.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x1",
    "",
    " 1",
    "1 ",
    "١",
    "9".repeat(16),
    true,
    null,
    undefined,
    [1],
    {},
  ])("is not %j", (value) => {
    expect(rowId.safeParse(value).success).toBe(false);
  });

  test.each([
    [1, 1],
    ["1", 1],
    ["007", 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    ["999999999999999", 999_999_999_999_999],
  ])("is %j", (value, id) => {
    expect(rowId.parse(value)).toBe(id);
  });
});

test("two spellings of one product are the same product twice", () => {
  const body = {
    products: [
      { productId: 1, quantity: 1 },
      { productId: "01", quantity: 1 },
    ],
    successRouter: "/a",
    cancelRouter: "/b",
  };
  expect(checkoutRequest.safeParse(body).error?.issues[0]?.message).toBe(
    "Each product can be in a checkout once.",
  );
});

test("what the contract does not name is dropped", () => {
  const parsed = checkoutRequest.parse({
    products: [{ productId: "3", quantity: 1, price: 1, currency: "xxx" }],
    successRouter: "/a",
    cancelRouter: "/b",
    isAdmin: true,
  });
  expect(parsed).toEqual({
    products: [{ productId: 3, quantity: 1 }],
    successRouter: "/a",
    cancelRouter: "/b",
  });
});
