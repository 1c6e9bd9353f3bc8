import { describe, expect, test } from "vitest";
import { createHarness, errorOf, onePack } from "./harness.ts";

async function withProducts(count: number) {
  const harness = createHarness();
  for (let index = 0; index < count; index += 1) {
    await harness.stripe.products.create({ name: `Product ${index}`, active: index % 2 === 0 });
    harness.advance(60);
  }
  const { data } = await harness.stripe.products.list({ limit: 100 });
  return { ...harness, newestFirst: data };
}

test.each([
  [{ limit: 0 }, "limit"],
  [{ limit: 101 }, "limit"],
  [{ starting_after: "prod_none" }, "starting_after"],
  [{ ending_before: "prod_none" }, "ending_before"],
  [{ created: { gte: Number.NaN } }, "created[gte]"],
])("a list with %j is refused", async (params, param) => {
  const { stripe } = await withProducts(1);

  const error = await errorOf(stripe.products.list(params).then((list) => list));

  expect(error).toMatchObject({ statusCode: 400, param });
});

test("an unknown filter is refused", async () => {
  const { stripe } = createHarness();

  const error = await errorOf(stripe.rawRequest("GET", "/v1/events?colour=red"));

  expect(error).toMatchObject({ code: "parameter_unknown", param: "colour" });
});

test("an empty list is a list", async () => {
  const { stripe } = createHarness();

  expect(await stripe.refunds.list()).toEqual({
    object: "list",
    data: [],
    has_more: false,
    url: "/v1/refunds",
  });
});

test("a page has ten entries, newest first, and tells of more", async () => {
  const { stripe } = await withProducts(11);

  const page = await stripe.products.list();

  expect(page.data.map((product) => product.name)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Product ${10 - index}`),
  );
  expect(page.has_more).toBe(true);
});

test("the SDK pages through everything in both directions", async () => {
  const { newestFirst, stripe } = await withProducts(23);
  const ids = newestFirst.map((product) => product.id);
  const oldest = ids.at(-1) ?? "";

  const forward = await stripe.products.list({ limit: 5 }).autoPagingToArray({ limit: 1000 });
  const backward = await stripe.products
    .list({ limit: 5, ending_before: oldest })
    .autoPagingToArray({ limit: 1000 });

  expect(forward.map((product) => product.id)).toEqual(ids);
  expect(backward.map((product) => product.id)).toEqual(ids.slice(0, -1).toReversed());
});

test.each([
  ["gte", ["Product 3", "Product 2"]],
  ["gt", ["Product 3"]],
  ["lte", ["Product 2", "Product 1", "Product 0"]],
  ["lt", ["Product 1", "Product 0"]],
])("created[%s] compares with the time of creation", async (bound, expected) => {
  const { newestFirst, stripe } = await withProducts(4);
  const created = newestFirst[1]?.created ?? 0;

  const list = await stripe.products.list({ created: { [bound]: created } });

  expect(list.data.map((product) => product.name)).toEqual(expected);
  expect((await stripe.products.list({ created })).data).toHaveLength(1);
});

test("filters narrow a list across its pages", async () => {
  const { newestFirst, stripe } = await withProducts(9);
  const ids = newestFirst.slice(0, 2).map((product) => product.id);

  const active = await stripe.products
    .list({ active: true, limit: 2 })
    .autoPagingToArray({ limit: 99 });
  const named = await stripe.products.list({ ids });

  expect(active.map((product) => product.name)).toEqual(
    [8, 6, 4, 2, 0].map((index) => `Product ${index}`),
  );
  expect(named.data.map((product) => product.id)).toEqual(ids);
});

test("sessions are found by status, payment intent and email", async () => {
  const { control, stripe } = createHarness();
  const paid = await stripe.checkout.sessions.create(onePack());
  const open = await stripe.checkout.sessions.create(onePack());
  await control.pay(paid.id, { email: "anna@example.com" });
  const intent = (await stripe.paymentIntents.list()).data[0]?.id ?? "";
  const ids = async (params: Parameters<typeof stripe.checkout.sessions.list>[0]) =>
    (await stripe.checkout.sessions.list(params)).data.map((session) => session.id);

  expect(await ids({ status: "complete" })).toEqual([paid.id]);
  expect(await ids({ status: "open" })).toEqual([open.id]);
  expect(await ids({ payment_intent: intent })).toEqual([paid.id]);
  expect(await ids({ customer_details: { email: "anna@example.com" } })).toEqual([paid.id]);
});

test("events are found by their types", async () => {
  const { control, stripe } = createHarness();
  const { id } = await stripe.checkout.sessions.create(onePack());
  await control.pay(id);
  const types = async (params: Parameters<typeof stripe.events.list>[0]) =>
    (await stripe.events.list(params)).data.map((event) => event.type);

  expect(await types({ type: "charge.*" })).toEqual(["charge.succeeded"]);
  expect(await types({ types: ["charge.succeeded", "payment_intent.succeeded"] })).toEqual([
    "payment_intent.succeeded",
    "charge.succeeded",
  ]);
  const [event] = (await stripe.events.list()).data;
  expect(await stripe.events.retrieve(event?.id ?? "")).toEqual(event);
});

describe("expand", () => {
  test.each([
    ["status", "This property cannot be expanded (status)."],
    ["nothing", "This property cannot be expanded (nothing)."],
    ["custom_text", "This property cannot be expanded (custom_text)."],
    [
      "line_items.data.price.product.default_price",
      "You cannot expand more than 4 levels of a property. Property: line_items.data.price.product.default_price",
    ],
  ])("of %s is refused", async (path, message) => {
    const { stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());

    const error = await errorOf(stripe.checkout.sessions.retrieve(id, { expand: [path] }));

    expect(error).toMatchObject({ statusCode: 400, message });
  });

  test("works inside a list and leaves null alone", async () => {
    const { control, stripe } = createHarness();
    const paid = await stripe.checkout.sessions.create(onePack());
    await stripe.checkout.sessions.create(onePack());
    await control.pay(paid.id);

    const list = await stripe.checkout.sessions.list({
      expand: ["data.payment_intent", "data.line_items.data"],
    });

    expect(list.data[0]).toMatchObject({ payment_intent: null, line_items: { object: "list" } });
    expect(list.data[1]).toMatchObject({ payment_intent: { object: "payment_intent" } });
  });

  test("does not change what is stored", async () => {
    const { control, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());
    await control.pay(id);

    await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent", "line_items"] });
    await stripe.checkout.sessions.list({ expand: ["data.payment_intent", "data.line_items"] });
    const plain = await stripe.checkout.sessions.retrieve(id);

    expect(plain.payment_intent).toMatch(/^pi_3\w{23}$/);
    expect(plain.line_items).toBeUndefined();
  });
});
