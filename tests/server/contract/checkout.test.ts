import { expect, test } from "vitest";
import { checkoutRequest } from "../../../server/contract/checkout.ts";

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
