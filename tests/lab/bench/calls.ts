import { checkoutBody } from "../../support/browser.ts";
import { eventBody, signed } from "../../support/webhooks.ts";
import type { Visitor } from "./visitor.ts";

/** One request of the comparison, made anew for each round `nth`. */
export type Call = {
  name: string;
  path: string;
  status: number;
  cookie?: string;
  headers?: Record<string, string>;
  /** The body of a POST. */
  body?: (nth: number) => unknown;
};

/** The numbers of two calls are so far apart: no request comes from the address of another. */
export const CALL_STEP = 1000;
const WEBHOOK = "/api/stripe/webhook";
const UNKNOWN_SESSION = "cs_test_unknown_session";

/**
 * Every public call, account call, file and ZIP, as a visitor makes them. `guest` names the nth buyer
 * among the orders.
 */
export function callsOf(visitor: Visitor, guest: (nth: number) => string): Call[] {
  const { cookie, buyerCookie, sessionId, file, zip, fileLink, zipLink } = visitor;
  const get = (path: string, status: number, more: Partial<Call> = {}): Call => ({
    name: `GET ${path.replace(/[?].*/, "")}`,
    path,
    status,
    ...more,
  });
  const post = (path: string, body: Call["body"], more: Partial<Call> = {}): Call => ({
    name: `POST ${path}`,
    path,
    status: 200,
    body,
    ...more,
  });
  /** The same for an address that the store knows, and for one that it does not. */
  const both = (
    path: string,
    { status = 200, ...fields }: { status?: number; otp?: string } = {},
  ) => [
    post(path, (nth) => ({ ...fields, email: guest(nth % CALL_STEP) }), {
      name: `POST ${path}, known`,
      status,
    }),
    post(path, (nth) => ({ ...fields, email: `unknown-${nth}@example.com` }), {
      name: `POST ${path}, unknown`,
      status,
    }),
  ];
  const detail = (id: string) => `/api/products/purchase-detail?sessionId=${id}`;
  const headers = { Range: "bytes=0-65535" };
  const noFile = "/files/999999/none.pdf";
  return [
    get("/api/products", 200),
    get("/", 200),
    get("/contact", 200),
    get("/login", 200),
    get("/no-such-page", 404),
    get("/upsell/1", 200),
    get("/upsell/1", 200, { name: "GET /upsell/1 by a buyer", cookie: buyerCookie }),
    get(`/checkout/success?sessionId=${sessionId}`, 200, { cookie: buyerCookie }),
    get(detail(sessionId), 200, { name: "GET purchase-detail, own", cookie: buyerCookie }),
    get(detail(sessionId), 200, { name: "GET purchase-detail, another's" }),
    get(detail(UNKNOWN_SESSION), 404, { name: "GET purchase-detail, unknown" }),
    post("/api/create-checkout-session", () => checkoutBody([1])),
    ...both("/api/orders/find"),
    ...both("/api/send-otp"),
    ...both("/api/verify-otp", { status: 400, otp: "000000" }),
    post("/api/orders/resend", () => ({ sessionId: UNKNOWN_SESSION })),
    post("/api/forms/submit", (nth) => ({
      formId: "contact_form",
      name: "Bench Writer",
      email: `writer-${nth}@example.com`,
      message: `Is there a printable for the letter Q? ${nth}`,
    })),
    // Of a checkout that is not the shop's.
    post(WEBHOOK, (nth) => {
      const id = `${Date.now()}_${nth}`;
      return JSON.parse(eventBody({ id: `evt_bench_${id}`, objectId: `cs_test_bench_${id}` }));
    }),
    get("/api/users/me", 200, { cookie }),
    get("/api/sessions", 200, { cookie }),
    get("/api/products/purchased-products", 200, { cookie }),
    get("/account", 200, { cookie }),
    get(file, 200, { name: "GET file, signed in", cookie }),
    get(file, 206, { name: "GET 64 KiB of a file, signed in", cookie, headers }),
    get(fileLink, 200, { name: "GET file, by link" }),
    get(fileLink, 206, { name: "GET 64 KiB of a file, by link", headers }),
    get(noFile, 404, { name: "GET file that is none, signed in", cookie }),
    get(noFile, 404, { name: "GET file that is none" }),
    get(zip, 200, { name: "GET ZIP, signed in", cookie }),
    get(zipLink, 200, { name: "GET ZIP, by link" }),
    get("/files/product/999999/none.zip", 404, { name: "GET ZIP that is none, signed in", cookie }),
  ];
}

/** Makes one call and reads its whole answer; returns the milliseconds. Throws on another status. */
export async function takeCall(url: string, call: Call, nth: number): Promise<number> {
  const { name, path, status, cookie, headers } = call;
  const body = call.body && JSON.stringify(call.body(nth));
  const init = {
    method: body ? "POST" : "GET",
    headers: {
      "X-Forwarded-For": addressOf(nth),
      ...(cookie && { Cookie: cookie }),
      ...(body && { "Content-Type": "application/json" }),
      ...(body && path === WEBHOOK && signed(body)),
      ...headers,
    },
    ...(body && { body }),
  };
  const startedAt = performance.now();
  const answer = await fetch(url + path, init);
  await answer.arrayBuffer();
  const taken = performance.now() - startedAt;
  if (answer.status === status) return taken;
  throw new Error(`${name} was answered ${answer.status} instead of ${status}.`);
}

/** An address of the internet for each request: the store counts by it. */
export function addressOf(nth: number): string {
  return `81.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}
