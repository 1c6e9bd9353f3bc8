import { signatureHeader } from "../../server/demo/payments/webhooks.ts";
import { SITE, type TestApp } from "./create-test-app.ts";

export const WEBHOOK = "/api/stripe/webhook";
export const SECRET = "whsec_papercub_demo";

type EventInput = { id?: string; type?: string; objectId?: string; object?: object };

export function eventBody(event: EventInput = {}): string {
  const {
    id = "evt_test_1",
    type = "checkout.session.completed",
    objectId = "cs_test_none",
  } = event;
  return JSON.stringify(
    {
      id,
      object: "event",
      api_version: "2026-10-28.endive",
      created: nowSeconds(),
      livemode: false,
      type,
      data: { object: event.object ?? { id: objectId, object: "checkout.session" } },
    },
    null,
    2,
  );
}

export function signed(body: string, { secret = SECRET, ageSeconds = 0 } = {}) {
  return {
    "Stripe-Signature": signatureHeader(body, { secret, timestamp: nowSeconds() - ageSeconds }),
  };
}

/** Posts a body to the store's webhook, without cookies or an Origin header. */
export async function postWebhook(
  { app }: Pick<TestApp, "app">,
  body: BodyInit,
  headers: Record<string, string>,
): Promise<Response> {
  return app.request(SITE + WEBHOOK, {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
    body,
  });
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
