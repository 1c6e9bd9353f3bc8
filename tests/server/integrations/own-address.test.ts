import { expect, test } from "vitest";
import { ownAddress } from "../../../server/integrations/probes.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { WEBHOOK } from "../../support/webhooks.ts";

const reach = (answer: (request: Request) => Promise<Response> | Response) => {
  const send = async (input: string | URL | Request, init?: RequestInit) =>
    answer(new Request(input, init));
  const fetch = Object.assign(send, { preconnect: () => {} }) as typeof globalThis.fetch;
  return ownAddress(SITE + WEBHOOK, fetch).reach();
};

test.each([[["whsec_x"]], [[]]])("a store answers there, with the secrets %j", async (secrets) => {
  const { app, deps } = createTestApp();
  deps.config.stripe.webhookSecrets = secrets;
  expect(await reach(async (request) => app.fetch(request))).toBe("ours");
});

test.each([
  ["another program", () => new Response("Welcome to nginx!")],
  [
    "another program that speaks JSON",
    () => Response.json({ reason: "not_found" }, { status: 404 }),
  ],
  ["a redirect", () => Response.redirect("https://parked.example/")],
])("%s is not taken for a store", async (_name, answer) => {
  expect(await reach(answer)).toBe("other");
});

test("an address that leads nowhere is silent", async () => {
  expect(await ownAddress("http://127.0.0.1:1/api/stripe/webhook").reach()).toBe("silent");
});
