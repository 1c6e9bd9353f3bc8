import { checkoutOf } from "../support/demo-shop.ts";
import { loadConfig } from "../../server/config.ts";
import { signatureHeader } from "../../server/demo/payments/webhooks.ts";
import type { Visitor } from "./visitor.ts";

/** One request of the comparison, made anew for each round `nth`. */
export type Call = {
  name: string;
  path: string;
  status: number;
  cookie?: string;
  headers?: Record<string, string>;
  /** The body of a POST, as text. */
  body?: (nth: number) => string;
  /** Headers that go with that body. */
  signed?: (body: string) => Record<string, string>;
};

/** The numbers of two calls are so far apart: no request comes from the address of another. */
export const CALL_STEP = 1000;
const RANGE = { Range: "bytes=0-65535" };
const json = (make: (nth: number) => unknown) => (nth: number) => JSON.stringify(make(nth));

/**
 * Every public call, account call, file and ZIP, as a visitor makes them. `guest` names the nth buyer
 * among the orders.
 */
export function callsOf(visitor: Visitor, guest: (nth: number) => string): Call[] {
  const { cookie, buyerCookie, sessionId, file, zip, fileLink, zipLink } = visitor;
  const detail = "/api/products/purchase-detail?sessionId=";
  const email = (of: "known" | "unknown") =>
    json((nth) => ({
      email: of === "known" ? guest(nth % CALL_STEP) : `unknown-${nth}@example.com`,
    }));
  const guess = (of: "known" | "unknown") =>
    json((nth) => ({ ...JSON.parse(email(of)(nth)), otp: "000000" }));
  const contact = json((nth) => ({
    formId: "contact_form",
    name: "Bench Writer",
    email: `writer-${nth}@example.com`,
    message: `Is there a printable for the letter Q? ${nth}`,
  }));
  const get = (path: string, status: number, more: Partial<Call> = {}): Call => ({
    name: `GET ${path.replace(/[?].*/, "")}`,
    path,
    status,
    ...more,
  });
  const post = (path: string, of: string, body: Call["body"], status = 200): Call => ({
    name: `POST ${path}${of}`,
    path,
    status,
    ...(body && { body }),
  });
  return [
    get("/api/products", 200),
    get("/", 200),
    get("/contact", 200),
    get("/login", 200),
    get("/no-such-page", 404),
    get("/upsell/1", 200),
    get("/upsell/1", 200, { name: "GET /upsell/1 by a buyer", cookie: buyerCookie }),
    get(`/checkout/success?sessionId=${sessionId}`, 200, { cookie: buyerCookie }),
    get(detail + sessionId, 200, { name: "GET purchase-detail, own", cookie: buyerCookie }),
    get(detail + sessionId, 200, { name: "GET purchase-detail, another's" }),
    get(`${detail}cs_test_unknown_session`, 404, { name: "GET purchase-detail, unknown" }),
    post(
      "/api/create-checkout-session",
      "",
      json(() => checkoutOf(1)),
    ),
    post("/api/orders/find", ", known", email("known")),
    post("/api/orders/find", ", unknown", email("unknown")),
    post("/api/send-otp", ", known", email("known")),
    post("/api/send-otp", ", unknown", email("unknown")),
    post("/api/verify-otp", ", known", guess("known"), 400),
    post("/api/verify-otp", ", unknown", guess("unknown"), 400),
    post(
      "/api/orders/resend",
      ", unknown",
      json(() => ({ sessionId: "cs_test_unknown_session" })),
    ),
    post("/api/forms/submit", "", contact),
    {
      ...post("/api/stripe/webhook", "", (nth) => eventOf(`${Date.now()}_${nth}`)),
      signed: signDemoEvent,
    },
    get("/api/users/me", 200, { cookie }),
    get("/api/sessions", 200, { cookie }),
    get("/api/products/purchased-products", 200, { cookie }),
    get("/account", 200, { cookie }),
    get(file, 200, { name: "GET file, signed in", cookie }),
    get(file, 206, { name: "GET 64 KiB of a file, signed in", cookie, headers: RANGE }),
    get(fileLink, 200, { name: "GET file, by link" }),
    get(fileLink, 206, { name: "GET 64 KiB of a file, by link", headers: RANGE }),
    get("/files/999999/none.pdf", 404, { name: "GET file that is none, signed in", cookie }),
    get("/files/999999/none.pdf", 404, { name: "GET file that is none" }),
    get(zip, 200, { name: "GET ZIP, signed in", cookie }),
    get(zipLink, 200, { name: "GET ZIP, by link" }),
    get("/files/product/999999/none.zip", 404, { name: "GET ZIP that is none, signed in", cookie }),
  ];
}

/** Makes one call and reads its whole answer; returns the milliseconds. Throws on another status. */
export async function takeCall(url: string, call: Call, nth: number): Promise<number> {
  const body = call.body?.(nth);
  const startedAt = performance.now();
  const answer = await fetch(url + call.path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "X-Forwarded-For": addressOf(nth),
      ...(call.cookie && { Cookie: call.cookie }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(body !== undefined && call.signed?.(body)),
      ...call.headers,
    },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  const taken = performance.now() - startedAt;
  if (answer.status === call.status) return taken;
  throw new Error(`${call.name} was answered ${answer.status} instead of ${call.status}.`);
}

/** An address of the internet for each request: the store counts by it. */
export function addressOf(nth: number): string {
  return `81.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}

/** An event of the provider about a checkout that is not the shop's, as text. */
function eventOf(nth: string): string {
  return JSON.stringify({
    id: `evt_bench_${nth}`,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: `cs_test_bench_${nth}`, object: "checkout.session" } },
  });
}

/** Signs a webhook body as the demo's provider does. */
function signDemoEvent(body: string): Record<string, string> {
  const secret = loadConfig({ DEMO: "1" }).stripe.webhookSecrets[0] ?? "";
  const timestamp = Math.floor(Date.now() / 1000);
  return { "Stripe-Signature": signatureHeader(body, { secret, timestamp }) };
}
