import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { orders } from "../../../db/schema.ts";
import type { AppEnv } from "../../../server/http/env.ts";
import { onError } from "../../../server/http/errors.ts";
import { json } from "../../../server/http/json.ts";
import { countOf } from "../../../server/http/limits.ts";
import { checkoutBody } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { openShop, type Shop } from "../../support/shop.ts";

/** Every call of the store that takes JSON. */
const JSON_POSTS = ["/api/create-checkout-session", "/api/orders/resend"];

const TYPE = { "Content-Type": "application/json" };

async function post(shop: Shop, path: string, init: { body: BodyInit; headers?: HeadersInit }) {
  const response = await shop.app.request(SITE + path, { method: "POST", headers: TYPE, ...init });
  const answer = (await response.json()) as Record<string, unknown>;
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(answer["requestId"]).toBe(response.headers.get("X-Request-Id"));
  expect(shop.db.select().from(orders).all()).toEqual([]);
  expect(shop.simulator.control.requests()).toEqual([]);
  return { status: response.status, answer };
}

describe.each(JSON_POSTS)("POST %s", (path) => {
  test.each(["", "{", "{'a': 1}", "undefined", '{"a":1}}', "\u0000", '{"a":\u0000}', "a=b"])(
    "answers 400 to %j, which is no JSON",
    async (body) => {
      const { status, answer } = await post(await openShop(), path, { body });
      expect(status).toBe(400);
      expect(answer).toMatchObject({
        code: "invalid",
        message: "The request could not be read. Please reload the page and try again.",
      });
    },
  );

  test("answers 400 to bytes that are no UTF-8 text", async () => {
    const body = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
    expect((await post(await openShop(), path, { body })).status).toBe(400);
  });

  test.each(["null", "[]", "5", '"text"', "true", "{}", '{"__proto__":{"products":[]}}'])(
    "answers 422 to %s, naming what is wrong",
    async (body) => {
      const { status, answer } = await post(await openShop(), path, { body });
      expect(status).toBe(422);
      expect(answer["code"]).toBe("invalid");
      expect(Object.keys(answer["errors"] as object).length).toBeGreaterThan(0);
      expect(Object.values(answer["errors"] as object).flat()).toContain(answer["message"]);
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "text/json",
    "application/ld+json",
    "",
  ])("answers 415 to a body declared as %j", async (type) => {
    const shop = await openShop();
    const body = new Blob([JSON.stringify(checkoutBody([shop.pack]))]);
    const headers = new Headers(type ? { "Content-Type": type } : {});
    const { status, answer } = await post(shop, path, { body: await body.bytes(), headers });
    expect(status).toBe(415);
    expect(answer).toMatchObject({ code: "invalid", message: "Please send this request as JSON." });
  });

  test.each([
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json;",
    " application/json ",
  ])("reads a body declared as %j", async (type) => {
    const { status } = await post(await openShop(), path, {
      body: "{}",
      headers: { "Content-Type": type },
    });
    expect(status).toBe(422);
  });

  test("answers 413 past 64 kB, announced or streamed, and reads what is just below", async () => {
    const bodyOf = (bytes: number) => `{"filler":"${"x".repeat(bytes - 13)}"}`;
    const over = bodyOf(65_537);
    const shop = await openShop();
    expect((await post(shop, path, { body: over })).status).toBe(413);
    const announced = { ...TYPE, "Content-Length": String(over.length) };
    expect((await post(shop, path, { body: over, headers: announced })).status).toBe(413);
    const streamed = await post(shop, path, { body: new Blob([over]).stream() });
    expect(streamed).toMatchObject({ status: 413, answer: { code: "too_large" } });
    expect((await post(shop, path, { body: bodyOf(65_536) })).status).toBe(422);
  });
});

test("a body is refused by the limit first, then by size, type, syntax and what it says", async () => {
  const { deps } = createTestApp();
  const limit = countOf(deps, { name: "order", points: 5, seconds: 60, durable: false });
  const app = new Hono<AppEnv>()
    .onError(onError(deps))
    .post("*", json(z.object({ name: z.string("A name.") }), { limit }), (c) =>
      c.text(c.req.valid("json").name),
    );
  const ask = async (body: string, type: string) => {
    const headers = { "Content-Type": type };
    return (await app.request(SITE, { method: "POST", headers, body })).status;
  };
  const huge = "{".repeat(70_000);
  expect(await ask(huge, "text/plain")).toBe(413);
  expect(await ask("{", "text/plain")).toBe(415);
  expect(await ask("{", "application/json")).toBe(400);
  expect(await ask("{}", "application/json")).toBe(422);
  expect(await ask('{"name":"Anna"}', "application/json")).toBe(200);
  expect(await ask(huge, "text/plain")).toBe(429);
});

describe("the form that starts a checkout", () => {
  const send = (shop: Shop, body: BodyInit, type?: string) =>
    shop.app.request(`${SITE}/checkout/start`, {
      method: "POST",
      headers: { Origin: SITE, ...(type && { "Content-Type": type }) },
      body,
    });

  test("answers 413 past 64 kB", async () => {
    const shop = await openShop();
    const fields = new URLSearchParams({ filler: "x".repeat(70_000) });
    expect((await send(shop, fields)).status).toBe(413);
  });

  test.each<[string, () => BodyInit, string | undefined]>([
    ["nothing in it", () => new URLSearchParams(), undefined],
    ["JSON in it", () => "{}", "application/json"],
    ["a broken multipart body", () => "--x\r\nbroken", "multipart/form-data; boundary=x"],
    ["a multipart type without a boundary", () => "a=b", "multipart/form-data"],
    ["a file where a product should be", fileAsProduct, undefined],
    ["a product that is no number", () => new URLSearchParams({ productId: "abc" }), undefined],
    [
      "names that objects have",
      () => new URLSearchParams("__proto__=1&constructor=2&productId=1"),
      undefined,
    ],
  ])("with %s never ends in a fault, and starts nothing", async (_name, body, type) => {
    const shop = await openShop();
    const response = await send(shop, body(), type);
    expect([303, 400, 415, 422]).toContain(response.status);
    if (response.status === 303) {
      expect(response.headers.get("Location")).toMatch(/^\/checkout\/error\?error=/);
    }
    expect(shop.db.select().from(orders).all()).toEqual([]);
  });

  function fileAsProduct() {
    const form = new FormData();
    form.set("productId", new File(["x"], "x.txt"));
    form.set("successRouter", "/checkout/success");
    form.set("cancelRouter", "/checkout/cancel");
    return form;
  }
});
