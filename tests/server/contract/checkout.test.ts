import { expect, test } from "vitest";
import { checkoutRequest } from "../../../server/contract/checkout.ts";

const PATHS = { successRouter: "/a", cancelRouter: "/b" };

test("two spellings of one product are the same product twice", () => {
  const products = [1, "01"].map((productId) => ({ productId, quantity: 1 }));
  const { error } = checkoutRequest.safeParse({ products, ...PATHS });
  expect(error?.issues[0]?.message).toBe("Each product can be in a checkout only once.");
});

test("what the contract does not name is dropped", () => {
  const line = { productId: "3", quantity: 1, price: 1, currency: "xxx" };
  expect(checkoutRequest.parse({ products: [line], ...PATHS, isAdmin: true })).toEqual({
    products: [{ productId: 3, quantity: 1 }],
    ...PATHS,
  });
});
