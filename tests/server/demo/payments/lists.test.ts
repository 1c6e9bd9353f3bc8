import { describe, expect, test } from "vitest";
import { createHarness, errorOf, onePack } from "./harness.ts";

/** Sessions a minute apart, each named by its number. */
async function withSessions(count: number) {
  const harness = createHarness();
  for (let index = 0; index < count; index += 1) {
    await harness.stripe.checkout.sessions.create(onePack({ client_reference_id: `${index}` }));
    harness.advance(60);
  }
  type Query = Parameters<typeof harness.stripe.checkout.sessions.list>[0];
  return {
    ...harness,
    async names(query: Query) {
      const { data } = await harness.stripe.checkout.sessions.list(query);
      return data.map((session) => Number(session.client_reference_id));
    },
  };
}

test.each([
  [{ limit: 0 }, "limit"],
  [{ limit: 101 }, "limit"],
  [{ starting_after: "cs_none" }, "starting_after"],
  [{ created: { gte: Number.NaN } }, "created[gte]"],
])("a list with %j is refused", async (params, param) => {
  const { stripe } = await withSessions(1);

  const error = await errorOf(stripe.checkout.sessions.list(params).then((list) => list));

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
  const { names, stripe } = await withSessions(11);

  expect(await names({})).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect((await stripe.checkout.sessions.list()).has_more).toBe(true);
});

test("the SDK pages through everything", async () => {
  const { stripe } = await withSessions(23);

  const all = await stripe.checkout.sessions.list({ limit: 5 }).autoPagingToArray({ limit: 1000 });

  expect(all.map((session) => Number(session.client_reference_id))).toEqual(
    Array.from({ length: 23 }, (_, index) => 22 - index),
  );
});

test.each([
  ["gte", [3, 2]],
  ["lte", [2, 1, 0]],
])("created[%s] compares with the time of creation", async (bound, expected) => {
  const { control, names } = await withSessions(4);
  const created = control.sessions()[2]?.created ?? 0;

  expect(await names({ created: { [bound]: created } })).toEqual(expected);
});

test("filters narrow a list across its pages", async () => {
  const { control, stripe } = createHarness();
  const sessions = [];
  for (let index = 0; index < 3; index += 1) {
    sessions.push((await stripe.checkout.sessions.create(onePack())).id);
    await control.pay(sessions[index] ?? "");
  }
  const types = ["checkout.session.completed" as const];

  const events = await stripe.events.list({ types, limit: 2 }).autoPagingToArray({ limit: 99 });

  const [, second] = control.sessions();
  const found = await stripe.checkout.sessions.list({
    payment_intent: String(second?.payment_intent),
  });
  expect(events.map(({ type }) => type)).toEqual([...types, ...types, ...types]);
  expect(found.data.map(({ id }) => id)).toEqual([second?.id]);
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
