import Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { serveSimulator } from "../../../../server/demo/payments/standalone.ts";
import { errorOf, onePack, SECRET_KEY, WEBHOOK_SECRET } from "./harness.ts";

function serve() {
  const events: Stripe.Event[] = [];
  const store = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const signature = request.headers.get("Stripe-Signature") ?? "";
      events.push(
        await stripe.webhooks.constructEventAsync(await request.text(), signature, WEBHOOK_SECRET),
      );
      return new Response("ok");
    },
  });
  const server = serveSimulator({
    port: 0,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    now: () => new Date(),
    webhookUrl: `http://127.0.0.1:${store.port}/webhook`,
  });
  const stripe = new Stripe(SECRET_KEY, {
    host: "127.0.0.1",
    port: server.port,
    protocol: "http",
    maxNetworkRetries: 0,
    timeout: 500,
  });
  onTestFinished(async () => {
    await server.stop();
    await store.stop(true);
  });
  return { ...server, events, stripe };
}

test("a purchase works over HTTP, from the API to the webhook", async () => {
  const { events, simulator, stripe, url } = serve();
  const session = await stripe.checkout.sessions.create(onePack());
  const fields = { email: "anna@example.com", name: "Anna", card: "4242424242424242" };

  const page = await fetch(session.url ?? "");
  const paid = await fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ ...fields, expiry: "12/34", cvc: "123", pay: "1" }),
    redirect: "manual",
  });
  await simulator.control.idle();

  expect(session.url).toBe(`${url}/demo/pay/${session.id}`);
  expect(page.status).toBe(200);
  expect(paid.status).toBe(303);
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    "charge.succeeded",
    "checkout.session.completed",
    "payment_intent.succeeded",
  ]);
});

test.each([
  ["hang", "StripeConnectionError"],
  ["cut", "StripeConnectionError"],
] as const)("a connection that is %s fails over HTTP as well", async (kind, type) => {
  const { simulator, stripe } = serve();
  simulator.control.faults.next({ kind });

  const error = await errorOf(stripe.checkout.sessions.create(onePack()));

  expect(error.type).toBe(type);
});
