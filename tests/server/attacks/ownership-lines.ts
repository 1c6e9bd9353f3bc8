import { eq } from "drizzle-orm";
import { type Browser, checkoutBody } from "../../support/browser.ts";
import { fileVersions, orders } from "../../../db/schema.ts";
import { callsOfApp, type DocumentedCall } from "../../support/call-table.ts";
import type { World } from "./ownership-world.ts";

type Attempt = {
  /** Requests Anna's data with the given browser, such as Bert's, who did not buy it. */
  ask: (browser: Browser, world: World) => Promise<Response>[];
  /** Expected status of each response to Bert. */
  bert: number;
  /** Expected status when signed out; defaults to 401 for user-only routes, otherwise to `bert`. */
  nobody?: number;
  /** The response contains the email that was entered. */
  echoes?: true;
};
type Line = Required<Pick<Attempt, "ask" | "bert" | "nobody">> & Pick<Attempt, "echoes">;

const page = (path: string, search = ""): Attempt => ({
  ask: (browser, { anna }) =>
    anna.started.map((sessionId) => browser.get(`${path}?sessionId=${sessionId}${search}`)),
  bert: 200,
});

const files: Attempt = {
  ask: (browser, { anna, bertsToken }) =>
    [...anna.paths, ...anna.paths.map((path) => path + bertsToken)].map((path) =>
      browser.get(path),
    ),
  bert: 404,
};

const UNKNOWN_PASSKEY = {
  id: "unknown",
  rawId: "unknown",
  type: "public-key",
  response: { clientDataJSON: "", authenticatorData: "", signature: "" },
};

/** A cross-user access attempt per endpoint, form and page not restricted to administrators. */
const ATTEMPTS: Record<string, Attempt> = {
  "GET /api/admin/status": get("/api/admin/status", 200),
  "GET /uploads/{sha256}/{name}": {
    ask: (browser, { db }) =>
      db
        .select()
        .from(fileVersions)
        .all()
        .map(({ sha256 }) => browser.get(`/uploads/${sha256}/file.pdf`)),
    bert: 404,
  },
  "GET /samples/{name}.pdf": get("/samples/premium-pack.pdf", 404),
  "GET /files/{fileId}/{name}.pdf": {
    ...files,
    ask: (...args) => files.ask(args[0], onlyPaths(args[1], ".pdf")),
  },
  "GET /files/product/{productId}/{name}.zip": {
    ...files,
    ask: (...args) => files.ask(args[0], onlyPaths(args[1], ".zip")),
  },
  "GET /api/products/purchase-detail": page("/api/products/purchase-detail"),
  "GET /api/products/purchased-products": get("/api/products/purchased-products", 200),
  "GET /api/products/more": get("/api/products/more", 200),
  "GET /api/users/me": get("/api/users/me", 200),
  "GET /api/sessions": get("/api/sessions", 200),
  "GET /api/account/data": get("/api/account/data", 200),
  "DELETE /api/sessions/{id}": {
    ask: (browser, { anna }) =>
      anna.sessionIds.map((id) => browser.send(`/api/sessions/${id}`, { method: "DELETE" })),
    bert: 404,
  },
  "DELETE /api/sessions": {
    ask: (browser) => [browser.send("/api/sessions", { method: "DELETE" })],
    bert: 200,
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
  "POST /api/passkeys/challenge": posts("/api/passkeys/challenge", 200, () => [{}]),
  "POST /api/passkeys/sign-in": posts("/api/passkeys/sign-in", 400, () => [UNKNOWN_PASSKEY]),
  "POST /api/send-otp": posts("/api/send-otp", 200, ({ anna }) => [{ email: anna.email }]),
  "POST /api/orders/find": posts("/api/orders/find", 200, ({ anna }) => [{ email: anna.email }]),
  "POST /api/sessions": posts("/api/sessions", 400, ({ anna }) => [{ code: anna.code }]),
  "POST /api/forms/submit": {
    ...posts("/api/forms/submit", 403, ({ anna }) => [
      { formId: "admin_subscription_records_form", sessionId: anna.bought[2] },
    ]),
    nobody: 401,
  },
  "POST /api/visits": posts("/api/visits", 204, ({ anna }) =>
    anna.bought.map((sessionId) => ({
      step: "page",
      path: "/",
      referrer: "",
      query: `?sessionId=${sessionId}`,
    })),
  ),
  "POST /api/stripe/webhook": posts("/api/stripe/webhook", 400, ({ anna }) => [
    { id: "evt_1", type: "charge.refunded", data: { object: { id: anna.bought[0] } } },
  ]),
  "GET /api/health": get("/api/health", 200),
  "GET /api/products": get("/api/products", 200),
  "GET /api/testimonials": get("/api/testimonials?after=1", 200),
  "GET /api/faqs": get("/api/faqs?after=1", 200),
  "GET /api/discounts/{code}": get("/api/discounts/SPRING", 200),
  "GET /api/oauth/{provider}/redirect_url": get(
    "/api/oauth/google/redirect_url?originUrl=http://localhost:3000",
    200,
  ),
  "GET /api/logout": get("/api/logout", 200),

  "POST /account": {
    ...forms("/account", 400, ({ anna }) => [
      { email: anna.email, otp: anna.code, currentOtp: anna.code },
    ]),
    nobody: 303,
    echoes: true,
  },
  "POST /account/delete": {
    ...forms("/account/delete", 400, ({ anna }) => [{ files: "end", otp: anna.code }]),
    nobody: 303,
  },
  "POST /account/paper": forms("/account/paper", 303, () => [{ paper: "a4" }]),
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
    // Signed-in visitors are redirected, whatever they submit.
    bert: 302,
    nobody: 400,
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

  "POST /mails/news": forms("/mails/news", 404, ({ anna }) =>
    anna.started.map((sessionId) => ({ sessionId, wanted: "1" })),
  ),
  "POST /mails/stop": forms("/mails/stop?token=news.YW5uYUBleGFtcGxlLmNvbQ.x", 422, () => [{}]),

  "POST /orders/review": forms("/orders/review?token=AAAA-AAAA.1.x", 422, () => [{}]),

  "POST /withdraw": {
    ...forms("/withdraw", 422, ({ anna }) => [
      { name: "Bert", email: anna.email, number: "AAAA-AAAA" },
    ]),
    echoes: true,
  },

  "page /": page("/"),
  "page /upsell/:id": page("/upsell/1"),
  "page /upsell2": page("/upsell2", "&originalProductId=1&upsellProductId=2"),
  "page /products/:id": page("/products/premium-pack"),
  "page /downsell": page("/downsell", "&originalProductId=1&upsellProductId=2"),
  "page /checkout/success": page("/checkout/success", "&plain=1"),
  "page /checkout/cancel": page("/checkout/cancel"),
  "page /checkout/error": page("/checkout/error"),
  "page /auth/callback": page("/auth/callback"),
  "page /login": { ...page("/login"), bert: 302, nobody: 200 },
  // This shop has no legal pages, because its initial content is not stored.
  "page /:id": { ...page("/privacy"), bert: 404 },
  "page /contact": page("/contact"),
  "page /account": { ...page("/account"), nobody: 302 },
  "page /account/delete": { ...page("/account/delete"), nobody: 302 },
  "page /account/orders/:id": {
    ask: (browser, { db, anna }) =>
      db
        .select()
        .from(orders)
        .where(eq(orders.email, anna.email))
        .all()
        .map(({ number }) => browser.get(`/account/orders/${number}`)),
    bert: 404,
    nobody: 302,
  },
  "page /admin": page("/admin"),
  "page /admin/*": page("/admin/tables/orders"),
  "page /orders/find": page("/orders/find"),
  "page /checkout/start": { ...page("/checkout/start"), bert: 404 },
  "page /mails/stop": page("/mails/stop", "&token=news.YW5uYUBleGFtcGxlLmNvbQ.x"),
  "page /orders/review": page("/orders/review", "&token=AAAA-AAAA.1.x"),
  "page /withdraw": page("/withdraw"),
  "page /busy": page("/busy"),
  "page /busy/files": page("/busy/files"),
};

/**
 * Returns the attempts with defaults from each route's access rule. Attempts for administrator
 * calls are generated: these calls refuse before reading data.
 */
export const ownershipLines = (): Record<string, Line> => ({
  ...Object.fromEntries(callsOfApp().flatMap(lineOfCall)),
  ...Object.fromEntries(
    Object.entries(ATTEMPTS)
      .filter(([name]) => name.startsWith("page "))
      .map(([name, attempt]) => [name, { nobody: attempt.bert, ...attempt }]),
  ),
});

function lineOfCall({ name, method, path, access }: DocumentedCall): [string, Line][] {
  const attempt = ATTEMPTS[name];
  if (access === "admin") {
    const filled = path.replace("{table}", "orders").replace("{action}", "refund");
    const ask: Attempt["ask"] = (browser, { anna }) =>
      anna.itemIds.map((id) => browser.send(filled.replace("{id}", String(id)), { method }));
    return [[name, { ask, bert: 403, nobody: 401 }]];
  }
  if (!attempt) throw new Error(`${name} needs an attempt in this table.`);
  return [[name, { nobody: access === "user" ? 401 : attempt.bert, ...attempt }]];
}

function get(path: string, bert: number): Attempt {
  return { ask: (browser) => [browser.get(path)], bert };
}

function posts(path: string, status: number, bodies: (world: World) => unknown[]): Attempt {
  return {
    ask: (browser, world) => bodies(world).map((body) => browser.post(path, body)),
    bert: status,
  };
}

function forms(
  path: string,
  status: number,
  fields: (world: World) => Record<string, string>[],
): Attempt {
  return {
    ask: (browser, world) => fields(world).map((posted) => browser.postForm(path, posted)),
    bert: status,
  };
}

function onlyPaths(world: World, extension: string): World {
  const paths = world.anna.paths.filter((path) => path.endsWith(extension));
  return { ...world, anna: { ...world.anna, paths } };
}
