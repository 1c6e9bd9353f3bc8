import { expect, onTestFinished, test } from "vitest";
import { stripePayments } from "../../../server/integrations/stripe/payments.ts";
import { provider } from "../../support/stripe-adapter.ts";
import { serveSimulator } from "../../support/stripe/serve.ts";

const HOOK = "http://localhost:3000/hook";

/** Creates a provider that returns these responses, by the last segment of the request path. */
function answering(bodies: Record<string, [status: number, body: unknown]>) {
  const send = async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const [status, body] = bodies[pathname.split("/").at(-1) ?? ""] ?? [
      200,
      { object: "list", data: [] },
    ];
    return Response.json(body, { status });
  };
  const fetch = Object.assign(send, { preconnect: () => {} }) as typeof globalThis.fetch;
  return stripePayments({ secretKey: "rk_test_x", webhookSecrets: [], fetch });
}

const refusal = (type: string) => ({ error: { type, message: "No." } });
const endpoint = (patch: object) => ({
  object: "list",
  data: [
    { id: "we_1", url: HOOK, status: "enabled", enabled_events: ["*"], livemode: true, ...patch },
  ],
});

test("a key is examined part by part", async () => {
  const payments = answering({
    sessions: [401, refusal("invalid_request_error")],
    events: [403, refusal("invalid_request_error")],
    webhook_endpoints: [200, { message: "an answer that is no list" }],
    products: [403, refusal("invalid_request_error")],
    customers: [403, refusal("invalid_request_error")],
  });
  expect(await payments.examine(HOOK)).toEqual({
    sessions: "key_refused",
    events: "forbidden",
    endpoints: "failed",
    codes: "forbidden",
    customers: "forbidden",
    isLive: null,
    endpoint: null,
  });
});

test.each([
  ["elsewhere", { url: "http://localhost:3000/other" }, null],
  ["disabled", { status: "disabled" }, { isEnabled: false, missingEvents: [] }],
  [
    "set up for some events",
    { enabled_events: ["checkout.session.completed", "charge.refunded"] },
    { isEnabled: true, missingEvents: expect.arrayContaining(["invoice.paid", "refund.failed"]) },
  ],
])("an endpoint that is %s is told", async (_name, patch, expected) => {
  const payments = answering({ webhook_endpoints: [200, endpoint(patch)] });
  expect(await payments.examine(HOOK)).toMatchObject({ isLive: true, endpoint: expected });
});

test("of two endpoints with the same address the one that is enabled counts", async () => {
  const [off] = endpoint({ status: "disabled" }).data;
  const [on] = endpoint({}).data;
  const payments = answering({ webhook_endpoints: [200, { object: "list", data: [off, on] }] });
  expect(await payments.examine(HOOK)).toMatchObject({ endpoint: { isEnabled: true } });
});

test("the simulator's key is good, and its endpoint sends everything", async () => {
  const { payments } = provider();
  expect(await payments.examine(HOOK)).toEqual({
    sessions: "fine",
    events: "fine",
    endpoints: "fine",
    codes: "fine",
    customers: "fine",
    isLive: false,
    endpoint: { isEnabled: true, missingEvents: [] },
  });
});

test("the provider's time is read without the key, from a real server too", async () => {
  const behind = new Date(Date.now() - 360_000);
  const { url, stop, simulator } = serveSimulator({
    port: 0,
    secretKey: "sk_test_x",
    webhookSecret: "whsec_x",
    webhookUrl: HOOK,
    now: () => behind,
  });
  onTestFinished(stop);
  const payments = stripePayments({ secretKey: "sk_test_x", webhookSecrets: [], apiBase: url });
  expect((await payments.readClock()).getTime()).toBe(Math.floor(behind.getTime() / 1000) * 1000);
  expect(simulator.control.requests()).toMatchObject([{ path: "/healthcheck" }]);
});

test("a provider that tells no time, or is not there, has no clock", async () => {
  await expect(answering({}).readClock()).rejects.toThrow("contains no time");
  const nowhere = { secretKey: "sk_test_x", webhookSecrets: [], apiBase: "http://127.0.0.1:1" };
  await expect(stripePayments(nowhere).readClock()).rejects.toThrow();
});
