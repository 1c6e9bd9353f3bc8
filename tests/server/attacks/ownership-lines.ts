import { type Browser, checkoutBody } from "../../support/browser.ts";
import { callsNotBuiltYet, documentedCalls } from "../../support/call-table.ts";
import type { World } from "./ownership-world.ts";

type Ask = (browser: Browser, world: World) => Promise<Response>[];

type Line = {
  /** How Bert, a buyer of something else, tries to get at what is Anna's. */
  ask: Ask;
  /** What every try of his is answered with, and of a visitor who is not signed in. */
  bert: number;
  nobody: number;
  /** The answer repeats the address that was typed in. */
  echoes?: true;
};

const page = (path: string, search = ""): Line => ({
  ask: (browser, { anna }) =>
    anna.started.map((sessionId) => browser.get(`${path}?sessionId=${sessionId}${search}`)),
  bert: 200,
  nobody: 200,
});

const files: Line = {
  ask: (browser, { anna, bertsToken }) =>
    [...anna.paths, ...anna.paths.map((path) => path + bertsToken)].map((path) =>
      browser.get(path),
    ),
  bert: 404,
  nobody: 404,
};

/** The owner's calls, of which each has the same line: they are refused before anything is read. */
const OWNERS = /^\/api\/(?:admin|tables|upload)\//;

function ownersLines(): Record<string, Line> {
  const missing = new Set(callsNotBuiltYet.map(({ method, path }) => `${method} ${path}`));
  const lines = documentedCalls
    .filter(({ method, path }) => OWNERS.test(path) && !missing.has(`${method} ${path}`))
    .map(({ method, path }): [string, Line] => {
      const filled = path.replace("{table}", "orders").replace("{action}", "refund");
      const ask: Ask = (browser, { anna }) =>
        anna.itemIds.map((id) => browser.send(filled.replace("{id}", String(id)), { method }));
      return [`${method} ${path}`, { ask, bert: 403, nobody: 401 }];
    });
  return Object.fromEntries(lines);
}

/** One line for each call, form and page; a new one needs its own, or the test fails. */
export const LINES: Record<string, Line> = {
  ...ownersLines(),
  "GET /api/admin/status": get("/api/admin/status", 200, 401),
  "GET /files/{fileId}/{name}.pdf": {
    ...files,
    ask: (...args) => files.ask(args[0], onlyPaths(args[1], ".pdf")),
  },
  "GET /files/product/{productId}/{name}.zip": {
    ...files,
    ask: (...args) => files.ask(args[0], onlyPaths(args[1], ".zip")),
  },
  "GET /api/products/purchase-detail": page("/api/products/purchase-detail"),
  "GET /api/products/purchased-products": get("/api/products/purchased-products", 200, 401),
  "GET /api/users/me": get("/api/users/me", 200, 401),
  "GET /api/sessions": get("/api/sessions", 200, 401),
  "DELETE /api/sessions/{id}": {
    ask: (browser, { anna }) =>
      anna.sessionIds.map((id) => browser.send(`/api/sessions/${id}`, { method: "DELETE" })),
    bert: 404,
    nobody: 401,
  },
  "DELETE /api/sessions": {
    ask: (browser) => [browser.send("/api/sessions", { method: "DELETE" })],
    bert: 200,
    nobody: 401,
  },
  "POST /api/subscriptions": posts("/api/subscriptions", 200, ({ anna }) => [
    { sessionId: anna.bought[2], email: "bert@example.com", userId: 2 },
  ]),
  "POST /api/orders/resend": posts("/api/orders/resend", 200, ({ anna }) =>
    anna.started.map((sessionId) => ({ sessionId, email: "bert@example.com" })),
  ),
  "POST /api/orders/address": posts("/api/orders/address", 403, ({ anna }) =>
    anna.started.map((sessionId) => ({ sessionId, email: "bert@example.com" })),
  ),
  "POST /api/create-checkout-session": posts("/api/create-checkout-session", 200, (world) =>
    [world.pack, world.book].map((id) => ({ ...checkoutBody([id]), userId: 1 })),
  ),
  "POST /api/verify-otp": posts("/api/verify-otp", 400, ({ anna }) => [
    { email: anna.email, otp: anna.code },
  ]),
  "POST /api/send-otp": posts("/api/send-otp", 200, ({ anna }) => [{ email: anna.email }]),
  "POST /api/orders/find": posts("/api/orders/find", 200, ({ anna }) => [{ email: anna.email }]),
  "POST /api/sessions": posts("/api/sessions", 400, ({ anna }) => [{ code: anna.code }]),
  "POST /api/forms/submit": {
    ...posts("/api/forms/submit", 403, ({ anna }) => [
      { formId: "admin_subscription_records_form", sessionId: anna.bought[2] },
    ]),
    nobody: 401,
  },
  "POST /api/stripe/webhook": posts("/api/stripe/webhook", 400, ({ anna }) => [
    { id: "evt_1", type: "charge.refunded", data: { object: { id: anna.bought[0] } } },
  ]),
  "GET /api/health": get("/api/health", 200, 200),
  "GET /api/products": get("/api/products", 200, 200),
  "GET /api/oauth/{provider}/redirect_url": get(
    "/api/oauth/google/redirect_url?originUrl=http://localhost:3000",
    200,
    200,
  ),
  "GET /api/logout": get("/api/logout", 200, 200),

  "POST /account/billing": {
    ...forms("/account/billing", 404, ({ anna }) =>
      anna.itemIds.map((id) => ({ itemId: String(id) })),
    ),
    nobody: 303,
  },
  "POST /account/sign-out": forms("/account/sign-out", 303, ({ anna }) =>
    anna.sessionIds.map((id) => ({ session: String(id) })),
  ),
  "POST /login": {
    ...forms("/login?returnUrl=/account", 400, ({ anna }) => [
      { email: anna.email, otp: anna.code },
    ]),
    // A signed-in visitor is led on, whatever the form said.
    bert: 302,
    echoes: true,
  },
  "POST /orders/find": {
    ...forms("/orders/find", 400, ({ anna }) => [{ email: anna.email, otp: anna.code }]),
    echoes: true,
  },
  "POST /checkout/start": forms("/checkout/start", 303, ({ book }) => [
    { productId: String(book), successRouter: "/checkout/success", cancelRouter: "/" },
  ]),
  "POST /contact": forms("/contact", 422, ({ anna }) => [{ sessionId: String(anna.bought[0]) }]),

  "page /": page("/"),
  "page /upsell/{productId}": page("/upsell/1"),
  "page /upsell2": page("/upsell2", "&originalProductId=1&upsellProductId=2"),
  "page /downsell": page("/downsell", "&originalProductId=1&upsellProductId=2"),
  "page /checkout/success": page("/checkout/success", "&plain=1"),
  "page /checkout/cancel": page("/checkout/cancel"),
  "page /checkout/error": page("/checkout/error"),
  "page /auth/callback": page("/auth/callback"),
  "page /login": { ...page("/login"), bert: 302 },
  "page /privacy": page("/privacy"),
  "page /terms": page("/terms"),
  "page /refund": page("/refund"),
  "page /contact": page("/contact"),
  "page /account": { ...page("/account"), nobody: 302 },
  "page /admin": page("/admin"),
  "page /admin/*": page("/admin/tables/orders"),
  "page /orders/find": page("/orders/find"),
  "page /checkout/start": { ...page("/checkout/start"), bert: 404, nobody: 404 },
  "page /busy": page("/busy"),
  "page /busy/files": page("/busy/files"),
};

function get(path: string, bert: number, nobody: number): Line {
  return { ask: (browser) => [browser.get(path)], bert, nobody };
}

function posts(path: string, status: number, bodies: (world: World) => unknown[]): Line {
  return {
    ask: (browser, world) => bodies(world).map((body) => browser.post(path, body)),
    bert: status,
    nobody: status,
  };
}

function forms(
  path: string,
  status: number,
  fields: (world: World) => Record<string, string>[],
): Line {
  return {
    ask: (browser, world) => fields(world).map((posted) => browser.postForm(path, posted)),
    bert: status,
    nobody: status,
  };
}

function onlyPaths(world: World, extension: string): World {
  const paths = world.anna.paths.filter((path) => path.endsWith(extension));
  return { ...world, anna: { ...world.anna, paths } };
}
