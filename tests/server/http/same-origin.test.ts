import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { orders } from "../../../db/schema.ts";
import { onError } from "../../../server/http/errors.ts";
import { refuseCrossSite, sameOrigin } from "../../../server/http/same-origin.ts";
import { checkoutBody } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { openShop } from "../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";

function guarded(guard: typeof sameOrigin) {
  const t = createTestApp();
  return new Hono()
    .onError(onError(t.deps) as never)
    .use(guard(t.deps) as never)
    .all("*", (c) => c.text("done"));
}

const FOREIGN: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "" },
  { Origin: "https://localhost:3000" },
  { Origin: "http://localhost" },
  { Origin: "http://localhost:3001" },
  { Origin: "http://localhost:3000.evil.example" },
  { Origin: "http://LOCALHOST:3000/" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "cross-site", Origin: SITE },
  { "Sec-Fetch-Site": "" },
  { "Sec-Fetch-Site": "SAME-ORIGIN" },
  { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost:3001" },
  { "Sec-Fetch-Site": "same-origin", Origin: "" },
  { "Sec-Fetch-Site": "none", Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "cross-site", Origin: "null" },
];
const OWN: Record<string, string>[] = [
  {},
  { Origin: SITE },
  { "Sec-Fetch-Site": "same-origin" },
  { "Sec-Fetch-Site": "same-origin", Origin: SITE },
  { "Sec-Fetch-Site": "none" },
  // A form on a page without a referrer, such as the one that the external login comes back to.
  { "Sec-Fetch-Site": "same-origin", Origin: "null" },
];
const GUARDED = [
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) => ({ method, guard: sameOrigin })),
  ...["GET", "HEAD"].map((method) => ({ method, guard: refuseCrossSite })),
];

describe.each(GUARDED)("a $method that $guard.name watches", ({ method, guard }) => {
  test("is refused when another site sends it", async () => {
    const watched = guarded(guard);
    for (const headers of FOREIGN) {
      const response = await watched.request(SITE, { method, headers });
      expect([headers, response.status]).toEqual([headers, 403]);
      if (method === "HEAD") continue;
      expect(await response.json()).toMatchObject({
        code: "forbidden",
        message: "This request came from another site and was refused.",
      });
    }
  });

  test("is let through from its own pages and from programs", async () => {
    const watched = guarded(guard);
    for (const headers of OWN) {
      const response = await watched.request(SITE, { method, headers });
      expect([headers, response.status]).toEqual([headers, 200]);
    }
  });

  test("is let through at another name of the shop's machine, where a browser vouches", async () => {
    const elsewhere = "http://127.0.0.1:3000";
    const watched = guarded(guard);
    const ask = async (headers: Record<string, string>) =>
      (await watched.request(elsewhere, { method, headers })).status;
    expect(await ask({ Origin: elsewhere })).toBe(403);
    expect(await ask({ "Sec-Fetch-Site": "same-origin", Origin: elsewhere })).toBe(200);
  });
});

test.each(["GET", "HEAD", "OPTIONS"])(
  "a %s that only reads is let through from anywhere",
  async (method) => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await guarded(sameOrigin).request(SITE, { method, headers })).status).toBe(200);
  },
);

const POST_ROUTES = [
  "/api/create-checkout-session",
  "/api/orders/resend",
  "/checkout/start",
  "/api/not/there",
];
test.each(POST_ROUTES)("POST %s refuses every foreign form of request", async (path) => {
  const shop = await openShop();
  for (const headers of FOREIGN) {
    const response = await shop.app.request(SITE + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(checkoutBody([shop.pack])),
    });
    expect(response.status).toBe(403);
    expect(response.headers.has("Set-Cookie")).toBe(false);
  }
  expect(shop.db.select().from(orders).all()).toEqual([]);
  expect(shop.simulator.control.requests()).toEqual([]);
});

test("the webhook is exempt: its signature speaks for it", async () => {
  const t = createTestApp();
  const body = eventBody();
  const headers = {
    ...signed(body),
    Origin: "https://evil.example",
    "Sec-Fetch-Site": "cross-site",
  };
  expect((await postWebhook(t, body, headers)).status).toBe(200);
});
