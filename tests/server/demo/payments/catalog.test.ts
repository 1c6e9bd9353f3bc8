import { expect, test } from "vitest";
import { createHarness, errorOf } from "./harness.ts";

test.each([
  ["a product without a name", {}, "/v1/products", "parameter_missing"],
  [
    "a price without a product",
    { currency: "usd", unit_amount: 1 },
    "/v1/prices",
    "parameter_missing",
  ],
  [
    "a price without an amount",
    { currency: "usd", product: "prod_x" },
    "/v1/prices",
    "parameter_missing",
  ],
  [
    "a negative price",
    { currency: "usd", unit_amount: -1, product: "prod_x" },
    "/v1/prices",
    "parameter_invalid_integer",
  ],
  [
    "a price of too much",
    { currency: "usd", unit_amount: 100_000_000, product: "prod_x" },
    "/v1/prices",
    "amount_too_large",
  ],
  ["a price in no currency", { currency: "dollars", unit_amount: 1 }, "/v1/prices", undefined],
  [
    "a price of an unknown product",
    { currency: "usd", unit_amount: 1, product: "prod_none" },
    "/v1/prices",
    "resource_missing",
  ],
  [
    "a rhythm that is none",
    { currency: "usd", unit_amount: 1, product: "prod_x", recurring: { interval: "hour" } },
    "/v1/prices",
    undefined,
  ],
  ["a customer with a bad address", { email: "anna" }, "/v1/customers", "email_invalid"],
  [
    "a product that exists",
    { id: "prod_x", name: "Again" },
    "/v1/products",
    "resource_already_exists",
  ],
])("%s is refused", async (_name, params, path, code) => {
  const { stripe } = createHarness();
  await stripe.products.create({ id: "prod_x", name: "Pack" });

  const error = await errorOf(stripe.rawRequest("POST", path, params));

  expect(error).toMatchObject({ statusCode: 400 });
  expect(error.code).toBe(code);
});

test("a product is created, changed and read", async () => {
  const { advance, nowSeconds, stripe } = createHarness();
  const created = await stripe.products.create({
    name: "Pack",
    description: "1,400 pages",
    images: ["https://store.test/pack.png"],
    metadata: { product_id: "1", old: "x" },
  });
  advance(5);

  const updated = await stripe.products.update(created.id, {
    name: "Premium Pack",
    description: "",
    metadata: { old: "" },
  });

  expect(created).toMatchObject({ object: "product", active: true, livemode: false });
  expect(created.id).toMatch(/^prod_\w{14}$/);
  expect(updated).toMatchObject({
    name: "Premium Pack",
    description: null,
    images: ["https://store.test/pack.png"],
    metadata: { product_id: "1" },
    updated: nowSeconds(),
  });
  expect(await stripe.products.retrieve(created.id)).toEqual(updated);
});

test("a price belongs to its product and cannot be used when it is inactive", async () => {
  const { stripe } = createHarness();
  const price = await stripe.prices.create({
    active: false,
    currency: "USD",
    unit_amount: 999,
    product_data: { name: "Club" },
    recurring: { interval: "month" },
    lookup_key: "club",
    expand: ["product"],
  });

  const error = await errorOf(
    stripe.checkout.sessions.create({
      mode: "subscription",
      success_url: "https://store.test",
      line_items: [{ price: price.id, quantity: 1 }],
    }),
  );

  expect(price).toMatchObject({
    object: "price",
    currency: "usd",
    product: { object: "product", name: "Club" },
    recurring: { interval: "month", interval_count: 1 },
    type: "recurring",
    unit_amount: 999,
  });
  expect(price.unit_amount_decimal?.toString()).toBe("999");
  expect(error).toMatchObject({ message: expect.stringContaining("inactive") });
  const found = await stripe.prices.list({ lookup_keys: ["club"], active: false });
  expect(found.data.map(({ id }) => id)).toEqual([price.id]);
});

test("a customer is created, changed and found by address", async () => {
  const { stripe } = createHarness();
  const { id } = await stripe.customers.create({ email: "anna@example.com", name: "Anna" });

  await stripe.customers.update(id, { email: "anna@other.example", metadata: { user_id: "1" } });

  expect((await stripe.customers.list({ email: "anna@example.com" })).data).toEqual([]);
  expect((await stripe.customers.list({ email: "anna@other.example" })).data).toMatchObject([
    { id, name: "Anna", metadata: { user_id: "1" } },
  ]);
});
