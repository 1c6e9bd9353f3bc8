import { expect, test } from "vitest";
import { deleteRow, updateRow } from "../../../../db/record.ts";
import { webhookEndpoints } from "../../../../db/store-schema.ts";
import { eraseWebhooksAbout } from "../../../../server/domain/webhooks/queue-webhooks.ts";
import { afterAttempt, sendDueWebhooks } from "../../../../server/domain/webhooks/send-webhooks.ts";
import type { WebhookOutcome } from "../../../../server/ports/webhooks.ts";
import { forgetOld } from "../../../../server/domain/upkeep/retention.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { expectIndexed, watchStatements } from "../../../support/query-plans.ts";
import {
  addEndpoint,
  deliveriesOf,
  openReceiver,
  queueEvent,
  verified,
} from "../../../support/webhook-receiver.ts";

const HOUR_MS = 3_600_000;
const NOW = new Date("2026-11-21T10:00:00Z");

/** Opens a shop with one endpoint. `answers` are its status codes in order; then it answers 204. */
async function openHook({ answers = [] as number[], stopping = new AbortController() } = {}) {
  const t = createTestApp({ env: { WEBHOOK_ALLOW_PRIVATE: "1" } });
  const receiver = await openReceiver((response) => {
    response.writeHead(answers.shift() ?? 204).end();
  });
  const id = addEndpoint(t, { url: receiver.url });
  const author = () => ({ actor: "test", now: t.clock.now() });
  return {
    ...t,
    id,
    receiver,
    queue: (messageId: string, subject?: string) => queueEvent(t, messageId, subject),
    author,
    send: () => sendDueWebhooks({ ...t.deps, stopping: stopping.signal }, id),
    change: (patch: Partial<typeof webhookEndpoints.$inferSelect>) =>
      t.db.write((tx) => updateRow(tx, webhookEndpoints, id, patch, author())),
    endpoint: () => t.db.select().from(webhookEndpoints).all()[0],
    states: () => deliveriesOf(t).map(({ messageId, status }) => `${messageId} ${status}`),
    received: () => receiver.received.map(({ headers }) => headers["webhook-id"]),
  };
}

const FAILED: [what: string, outcome: WebhookOutcome, error: string][] = [
  ["an error", { status: 500 }, "The endpoint answered 500."],
  [
    "a redirect",
    { status: 308 },
    "The endpoint answered 308. It redirects to another address; enter that one.",
  ],
  ["a slow endpoint", { fault: "timeout" }, "No response within ten seconds."],
  [
    "a wrong certificate",
    { fault: "unreachable", code: "CERT_HAS_EXPIRED" },
    "No connection, or an invalid response (CERT_HAS_EXPIRED).",
  ],
  ["plain HTTP", { fault: "insecure" }, "The address begins with http:// and not with https://."],
  [
    "a private address",
    { fault: "private" },
    "The address is on this machine or in a private network. WEBHOOK_ALLOW_PRIVATE=1 allows that.",
  ],
];

test.each(FAILED)("%s is tried again for three days", (_what, outcome, lastError) => {
  const pauses = Array.from({ length: 10 }, (_, n) => {
    const after = afterAttempt({ attempts: n + 1, outcome, now: NOW, jitter: 0.5 });
    expect(after).toMatchObject({ attempts: n + 1, lastError });
    return after.status === "queued" ? after.nextAttemptAt.getTime() - NOW.getTime() : after.status;
  });
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR_MS);
  expect(pauses).toEqual([5000, 5 * 60_000, 30 * 60_000, ...hours, "dead"]);
});

test("pauses vary by a tenth", () => {
  const pauses = [0, 1].map((jitter) => {
    const after = afterAttempt({ attempts: 1, outcome: { status: 500 }, now: NOW, jitter });
    return "nextAttemptAt" in after && after.nextAttemptAt.getTime() - NOW.getTime();
  });
  expect(pauses).toEqual([4500, 5500]);
});

test("an endpoint that wants no more is switched off, and what waits for it is not sent", async () => {
  const hook = await openHook({ answers: [410] });
  hook.queue("m1");
  hook.queue("m2");
  await hook.send();
  expect(hook.states()).toEqual(["m1 dead", "m2 queued"]);
  expect(hook.endpoint()).toMatchObject({ active: false, failingSince: hook.clock.now() });
  hook.queue("m3");
  await hook.send();
  expect(hook.received()).toEqual(["m1"]);
  hook.change({ active: true });
  await hook.send();
  expect(hook.states()).toEqual(["m1 dead", "m2 sent"]);
});

test("a message that was given up marks its endpoint until another is accepted", async () => {
  const hook = await openHook({ answers: [500, 500] });
  hook.queue("m1");
  hook.db.sqlite.exec("UPDATE webhook_deliveries SET attempts = 9");
  await hook.send();
  const failingSince = hook.clock.now();
  expect(hook.endpoint()).toMatchObject({
    active: true,
    failingSince,
    lastError: "The endpoint answered 500.",
  });
  hook.clock.advance(1000);
  hook.queue("m2");
  await hook.send();
  expect(hook.endpoint()).toMatchObject({ failingSince });
  hook.clock.advance(6000);
  await hook.send();
  expect(hook.states()).toEqual(["m1 dead", "m2 sent"]);
  expect(hook.endpoint()).toMatchObject({ failingSince: null, lastError: null });
});

test("a deleted endpoint gets nothing more, nor does its log grow", async () => {
  const hook = await openHook();
  hook.queue("m1");
  hook.db.write((tx) => deleteRow(tx, webhookEndpoints, hook.id, hook.author()));
  hook.queue("m2");
  await hook.send();
  expect([hook.received(), hook.states()]).toEqual([[], ["m1 queued"]]);
});

test("an event is queued once, only for endpoints that want it", async () => {
  const hook = await openHook();
  addEndpoint(hook, { url: "https://a.example/", events: ["message.received"] });
  addEndpoint(hook, { url: "https://b.example/", active: false });
  hook.queue("m1");
  hook.queue("m1");
  expect(deliveriesOf(hook)).toMatchObject([{ endpointId: hook.id, messageId: "m1" }]);
});

test("events about an order arrive in their order; those about others do not wait", async () => {
  const hook = await openHook({ answers: [500, 500] });
  hook.queue("paid 1", "orders:1");
  hook.queue("paid 2", "orders:2");
  hook.queue("refunded 1", "orders:1");
  hook.queue("paid 3", "orders:3");
  await hook.send();
  expect(hook.received()).toEqual(["paid 1", "paid 2", "paid 3"]);
  hook.clock.advance(6000);
  await hook.send();
  expect(hook.received().slice(3).toSorted()).toEqual(["paid 1", "paid 2", "refunded 1"]);
  expect(hook.received().lastIndexOf("paid 1")).toBeLessThan(hook.received().indexOf("refunded 1"));
});

test("once an event is given up, the next one about the same order is sent", async () => {
  const hook = await openHook({ answers: [500] });
  hook.queue("paid");
  hook.db.sqlite.exec("UPDATE webhook_deliveries SET attempts = 9");
  hook.queue("refunded");
  await hook.send();
  expect(hook.states()).toEqual(["paid dead", "refunded sent"]);
});

test("each attempt has the same id and body, and a valid signature by the current secret", async () => {
  const hook = await openHook({ answers: [500] });
  // The reference library compares the time with the system clock.
  hook.clock.advance(Date.now() - hook.clock.now().getTime());
  hook.queue("m1");
  await hook.send();
  const secret = "whsec_bmV3IHNlY3JldCBvZiB0aGUgZW5kcG9pbnQ=";
  hook.change({ secret });
  hook.clock.advance(6000);
  await hook.send();
  const [first, second] = hook.receiver.received;
  if (!first || !second) throw new Error("Two attempts were expected.");
  const message = { id: "m1", type: "order.paid", data: { messageId: "m1" } };
  expect(verified(first)).toMatchObject(message);
  expect(verified(second, secret)).toMatchObject(message);
  expect(second.body).toBe(first.body);
  expect(second.headers).toMatchObject({ "content-type": "application/json; charset=utf-8" });
  expect(deliveriesOf(hook)).toMatchObject([{ attempts: 2, lastStatus: 204, lastError: null }]);
});

test("a message that is erased while it is sent stays erased", async () => {
  const hook = await openHook();
  hook.queue("m1");
  hook.queue("m2", "orders:2");
  hook.receiver.answer = (response) => {
    hook.db.write((tx) => eraseWebhooksAbout(tx, { subject: "orders:1", author: hook.author() }));
    response.writeHead(204).end();
  };
  await hook.send();
  expect(hook.states()).toEqual(["m2 sent"]);
});

test("an attempt that the shutdown aborts does not count, and is made again", async () => {
  const stopping = new AbortController();
  const hook = await openHook({ stopping });
  hook.queue("m1");
  hook.receiver.answer = () => stopping.abort();
  await hook.send();
  expect(deliveriesOf(hook)).toMatchObject([{ status: "queued", attempts: 0, version: 1 }]);
});

test("a store that cannot write sends nothing, because it would send it again", async () => {
  const hook = await openHook();
  hook.queue("m1");
  const full = { problem: "full", since: hook.clock.now() } as const;
  await sendDueWebhooks({ ...hook.deps, checkWrites: () => full }, hook.id);
  expect(hook.received()).toEqual([]);
  await hook.send();
  expect(hook.received()).toEqual(["m1"]);
});

test("sending and erasing take no longer as deliveries grow in number", async () => {
  // Start watching before the first query: a connection prepares each statement only once.
  const watched = watchStatements();
  const hook = await openHook();
  hook.queue("m1");
  await hook.send();
  hook.db.write((tx) => eraseWebhooksAbout(tx, { subject: "orders:1", author: hook.author() }));
  await forgetOld(hook.deps);
  const statements = watched.stop().filter((sql) => sql.includes("webhook_deliveries"));
  expectIndexed(statements, 5);
});
