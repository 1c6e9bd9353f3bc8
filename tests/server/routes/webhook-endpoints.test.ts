import { describe, expect, test } from "vitest";
import { sendDueWebhooks } from "../../../server/domain/webhooks/send-webhooks.ts";
import type { TablePage } from "../../../server/contract/tables.ts";
import { recordPasskeyCheck, storePasskey } from "../../support/authenticator.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { press } from "../../support/desk-shop.ts";
import { lineOf } from "../../support/health.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import {
  addEndpoint,
  deliveriesOf,
  openReceiver,
  queueEvent,
  verified,
} from "../../support/webhook-receiver.ts";

const URL = "https://hooks.example/in";
const HOUR_MS = 3_600_000;

function openAdmin() {
  const t = createTestApp({ env: { WEBHOOK_ALLOW_PRIVATE: "1" } });
  const admin = signInAdmin(t);
  return {
    ...t,
    admin,
    list: async () =>
      (await admin.call<TablePage>("GET", "/api/tables/webhook_endpoints")).body.data,
  };
}

describe("refused is", () => {
  test.each([
    ["no address", "", "Address is required"],
    ["a path", "/hook", "Address must begin with https://"],
    ["another protocol", "ftp://hooks.example/", "Address must begin with https://"],
    ["plain HTTP", "http://hooks.example/in", "not with http://"],
    ["plain HTTP to a public address", "http://8.8.8.8/", "not with http://"],
    ["a password", "https://anna:secret@hooks.example/", "user name or a password"],
    ["a user name", "https://anna@hooks.example/", "user name or a password"],
    ["a long address", `https://hooks.example/${"a".repeat(1000)}`, "cannot exceed 1000"],
  ])("%s", async (_, url, fault) => {
    const { admin, list } = openAdmin();
    const answer = await admin.create("webhook_endpoints", { url });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { url: [expect.stringContaining(fault)] } },
    });
    expect(await list()).toEqual([]);
  });

  test("an unknown event, and a secret of the owner's choice", async () => {
    const { admin } = openAdmin();
    for (const values of [{ events: ["order.lost"] }, { secret: "whsec_MTIz" }]) {
      const answer = await admin.create("webhook_endpoints", { url: URL, ...values });
      expect(answer.status).toBe(422);
    }
  });

  test("a second endpoint with the same address, and the eleventh endpoint", async () => {
    const { admin, list } = openAdmin();
    for (let n = 0; n < 10; n++) {
      const answer = await admin.create("webhook_endpoints", { url: `${URL}${n}` });
      expect(answer.status).toBe(201);
      const again = await admin.create("webhook_endpoints", { url: `${URL}${n}` });
      expect(again).toMatchObject({ status: 409, body: { reason: "taken" } });
    }
    expect((await admin.create("webhook_endpoints", { url: URL })).status).toBe(409);
    expect(await list()).toHaveLength(10);
  });

  test("a new endpoint after an old passkey check", async () => {
    const t = openAdmin();
    storePasskey(t, t.admin.userId);
    recordPasskeyCheck(t, t.admin);
    t.clock.advance(15 * MINUTE_MS);
    const answer = await t.admin.create("webhook_endpoints", { url: URL });
    expect(answer).toMatchObject({ status: 403, body: { reason: "passkey_stale" } });
    const id = addEndpoint(t, { url: URL });
    expect((await t.admin.change("webhook_endpoints", id, { active: false })).status).toBe(200);
  });
});

test.each(["https://hooks.example/in?key=1", "http://localhost:5678/", "http://n8n:5678/x"])(
  "an endpoint %s gets all events and a secret of its own",
  async (url) => {
    const { admin } = openAdmin();
    const { status, body } = await admin.create("webhook_endpoints", { url });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        url,
        active: true,
        events: ["order.paid", "order.refunded", "access.ended", "message.received"],
        secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      }),
    ]);
  },
);

test("a test event arrives with a valid signature, and ends the report of a failure", async () => {
  const t = openAdmin();
  const { url, received } = await openReceiver();
  const id = addEndpoint(t, { url, active: false, failingSince: t.clock.now() });
  // The reference library compares the time with the system clock.
  t.clock.advance(Date.now() - t.clock.now().getTime());
  const admin = signInAdmin(t, "second@example.com");
  const replaced = await press(admin, `webhook_endpoints/${id}/replace_secret`);
  const answer = await press(admin, `webhook_endpoints/${id}/send_test`);
  expect(answer).toMatchObject({ status: 200, body: { failing_since: null } });
  const [message] = received;
  if (!message) throw new Error("Nothing arrived.");
  expect(verified(message, String(replaced.body["secret"]))).toMatchObject({
    id: expect.stringMatching(/^test_/),
    type: "test",
    data: { orderNumber: "TEST-TEST", totalAmount: 1900, products: [{ id: 1 }] },
  });
  expect(deliveriesOf(t)).toEqual([]);
});

test("a test event that is not accepted says why", async () => {
  const t = openAdmin();
  const { url } = await openReceiver((response) => response.writeHead(404).end());
  const id = addEndpoint(t, { url });
  expect(await press(t.admin, `webhook_endpoints/${id}/send_test`)).toMatchObject({
    status: 409,
    body: { message: "The endpoint answered 404." },
  });
});

test("a delivery is sent again with its id, unless it waits or its endpoint is off", async () => {
  const t = openAdmin();
  const { url, received } = await openReceiver();
  const id = addEndpoint(t, { url });
  queueEvent(t, "m1");
  const again = async () =>
    (await press(t.admin, `webhook_deliveries/${deliveriesOf(t)[0]?.id ?? 0}/send_again`)).status;
  expect(await again()).toBe(409);
  await sendDueWebhooks(t.deps, id);
  expect(await again()).toBe(200);
  await sendDueWebhooks(t.deps, id);
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual(["m1", "m1"]);
  await t.admin.change("webhook_endpoints", id, { active: false });
  expect(await again()).toBe(409);
  await t.admin.remove("webhook_endpoints", id);
  expect(await again()).toBe(409);
});

test("an endpoint that fails is reported until the owner changes it", async () => {
  const t = openAdmin();
  const { url } = await openReceiver((response) => response.writeHead(500).end());
  const id = addEndpoint(t, { url });
  queueEvent(t, "m1");
  await sendDueWebhooks(t.deps, id);
  expect(await lineOf(t, "endpoints")).toMatch(/^ok: 1 event to send/);
  t.clock.advance(HOUR_MS);
  expect(await lineOf(t, "endpoints")).toBe("warn: 1 event to send, the oldest for 1 hour.");
  t.db.sqlite.exec("UPDATE webhook_deliveries SET attempts = 9");
  await sendDueWebhooks(t.deps, id);
  expect(await lineOf(t, "endpoints")).toMatch(
    /^bad: The shop gave up sending events to 127.0.0.1:\d+\.$/,
  );
  await t.admin.change("webhook_endpoints", id, { active: false });
  expect(await lineOf(t, "endpoints")).toBe("ok: No event is waiting.");
});
