import { type Asked, checkoutOf, type Shop } from "../../support/demo-shop.ts";

/** A provider's budget or a pace may refuse what comes too fast here: an hour passes in seconds. */
const TRIES = 200;
const PAUSE_MS = 25;
const CHECKOUTS_A_CLIENT = 5;

type Forged = { path: string; asked: (nth: number) => Asked };

const UNKNOWN = "cs_test_unknown_session";
const FORGED: Forged[] = [
  {
    path: "/api/stripe/webhook",
    asked: (nth) => ({
      raw: `{"id":"evt_forged_${nth}","object":"event","type":"checkout.session.completed"}`,
      headers: { "Stripe-Signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
    }),
  },
  { path: `/api/products/purchase-detail?sessionId=${UNKNOWN}`, asked: () => ({}) },
  { path: "/api/orders/resend", asked: () => ({ body: { sessionId: UNKNOWN } }) },
  { path: "/api/subscriptions", asked: () => ({ body: { sessionId: UNKNOWN } }) },
  { path: "/api/verify-otp", asked: (nth) => ({ body: { email: emailOf(nth), otp: "000000" } }) },
  { path: "/api/orders/find", asked: (nth) => ({ body: { email: emailOf(nth) } }) },
  { path: "/api/send-otp", asked: (nth) => ({ body: { email: emailOf(nth) } }) },
  {
    path: "/api/forms/submit",
    asked: (nth) => ({
      body: {
        formId: "contact_form",
        name: "A Program",
        email: emailOf(nth),
        message: `Buy my links, they are the best, number ${nth}`,
        reference: "filled in",
      },
    }),
  },
];

const emailOf = (nth: number) => `stranger-${nth}@example.com`;
const addressOf = (network: number, nth: number) =>
  `${network}.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;

/** Checkouts of the first product that are left at once; throws when one is refused for good. */
export async function abandonCheckouts(shop: Shop, count: number, everyMs: number): Promise<void> {
  const body = checkoutOf(1);
  for (let nth = 0; nth < count; nth++) {
    const client = addressOf(82, Math.floor(nth / CHECKOUTS_A_CLIENT));
    await insist(() => shop.ask("/api/create-checkout-session", { body, client }));
    shop.advance(everyMs);
  }
}

/** Calls of strangers that come to nothing. */
export async function forgeCalls(shop: Shop, count: number, everyMs: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const { path, asked } = FORGED[nth % FORGED.length] as Forged;
    const answer = await shop.ask(path, { ...asked(nth), client: addressOf(83, nth) });
    if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status}.`);
    shop.advance(everyMs);
  }
}

async function insist(ask: () => Promise<Response>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { ok } = await ask();
    if (ok) return;
    await Bun.sleep(PAUSE_MS);
  }
  throw new Error("A checkout was refused again and again.");
}
