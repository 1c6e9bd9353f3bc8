import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { onError } from "../../../server/http/errors.ts";
import { refuseCrossSite, sameOrigin } from "../../../server/http/same-origin.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { signIn } from "../../support/shop.ts";
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

test.each(GUARDED)(
  "a $method that $guard.name watches is refused to other sites, not to its own and to programs",
  async ({ method, guard }) => {
    const watched = guarded(guard);
    const ask = async (headers: Record<string, string>, url = SITE) =>
      (await watched.request(url, { method, headers })).status;
    for (const headers of FOREIGN) expect([headers, await ask(headers)]).toEqual([headers, 403]);
    for (const headers of OWN) expect([headers, await ask(headers)]).toEqual([headers, 200]);
    // Another name of the shop's machine is let through where a browser vouches for it.
    const elsewhere = "http://127.0.0.1:3000";
    expect(await ask({ Origin: elsewhere }, elsewhere)).toBe(403);
    expect(await ask({ "Sec-Fetch-Site": "same-origin", Origin: elsewhere }, elsewhere)).toBe(200);
  },
);

test.each(["GET", "HEAD", "OPTIONS"])(
  "a %s that only reads is let through from anywhere",
  async (method) => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await guarded(sameOrigin).request(SITE, { method, headers })).status).toBe(200);
  },
);

describe("of the whole store", () => {
  /** Every call and form that changes something, and the reads that do. */
  function guardedRoutes({ app }: TestApp) {
    const routes = app.routes
      .filter(({ method, path }) => !/^(GET|ALL)$/.test(method) && !path.startsWith("/demo/"))
      .filter(({ path }) => path !== "/api/stripe/webhook")
      .map(({ method, path }) => `${method} ${path.replace(/:\w+(\{[^}]+\})?/g, "1")}`);
    const reads = ["GET /api/logout", "GET /api/oauth/google/redirect_url"];
    return [...new Set(routes), "POST /api/not/there", ...reads].map((line) => line.split(" "));
  }
  const rowsOf = ({ db }: TestApp) => db.sqlite.serialize();

  test("every call and form refuses every foreign request, and nothing changes", async () => {
    const t = createTestApp();
    const { cookies } = signIn(t, "anna@example.com");
    const Cookie = `session=${cookies.get("session")}`;
    const before = rowsOf(t);
    const routes = guardedRoutes(t);
    expect(routes.length).toBeGreaterThan(18);
    for (const [method = "", path = ""] of routes) {
      for (const headers of FOREIGN) {
        const init = { method, headers: { Cookie, ...headers } };
        const response = await t.app.request(SITE + path, init);
        expect([method, path, headers, response.status]).toEqual([method, path, headers, 403]);
        expect(await response.json()).toMatchObject({
          code: "forbidden",
          message: "This request came from another site and was refused.",
        });
        expect(response.headers.has("Set-Cookie")).toBe(false);
        expect(response.headers.has("Clear-Site-Data")).toBe(false);
      }
    }
    expect(rowsOf(t).equals(before)).toBe(true);
    expect(t.simulator.control.requests()).toEqual([]);
  });

  test("the webhook is exempt: its signature speaks for it", async () => {
    const t = createTestApp();
    const body = eventBody();
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const headers = { ...signed(body), ...foreign, "Content-Type": "text/plain" };
    expect((await postWebhook(t, body, headers)).status).toBe(200);
  });
});
