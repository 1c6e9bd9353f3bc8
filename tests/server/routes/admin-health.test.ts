import { expect, test } from "vitest";
import type { Health, PaymentsReport } from "../../../server/contract/health.ts";
import { CHECK_NAMES } from "../../../server/domain/issues/checks.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { emailsOf } from "../../support/money.ts";
import { openRoles } from "../../support/table-calls.ts";

const PAGE = "/api/admin/health";
const TEST_MAIL = `${PAGE}/test-mail`;
const CHECK = `${PAGE}/check-payments`;
const KEY = { "Idempotency-Key": "a-key-of-one-press-of-it" };

function open() {
  const t = createTestApp();
  return { ...t, ...openRoles(t) };
}

test("every check has a line, and no cache keeps the answer", async () => {
  const t = open();
  const { status, body, headers } = await t.administrator.call<Health>("GET", PAGE);
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(body.checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
  expect(body).toMatchObject({
    checkedAt: t.clock.now().toISOString(),
    version: { program: expect.any(String), schema: expect.any(Number), bun: Bun.version },
  });
  for (const { state, text, todo } of body.checks) {
    expect(text).toMatch(/\.$/);
    if (state === "warn" || state === "bad") expect(todo).toMatch(/\S/);
    if (state === "ok") expect(todo).toBeNull();
  }
});

test("asked again at once, the store is not examined again", async () => {
  const t = open();
  let measured = 0;
  const { measure } = t.deps.disk;
  t.deps.disk = { measure: () => ((measured += 1), measure()) };
  await t.administrator.get(PAGE);
  await t.administrator.get(PAGE);
  expect(measured).toBe(1);
});

test("the page is there while nothing can be written", async () => {
  const t = open();
  await t.administrator.get(PAGE);
  // Late enough that this request would update the session's last use.
  t.clock.advance(10 * 60_000);
  t.db.sqlite.pragma("query_only = 1");
  const { status } = await t.administrator.call<Health>("GET", PAGE);
  expect(status).toBe(200);
});

test("a test mail goes to the administrator who asks, and what became of it is answered", async () => {
  const t = open();
  const asked = t.administrator.call("POST", TEST_MAIL);
  await t.settle();
  const to = "owner@example.com";
  expect(await asked).toMatchObject({ status: 200, body: { to, state: "sent", said: null } });
  expect(t.mails).toMatchObject([{ to, subject: "Papercub: a test mail" }]);
});

test("a test mail that is refused is answered with the server's words, and given up", async () => {
  const t = open();
  t.mailer.send = async () => {
    throw Object.assign(new Error("554 5.7.1 Relay access denied"), { responseCode: 554 });
  };
  const asked = t.administrator.call("POST", TEST_MAIL);
  await t.settle();
  expect(await asked).toMatchObject({
    status: 200,
    body: { state: "refused", said: "554 5.7.1 Relay access denied" },
  });
  expect(emailsOf(t)).toMatchObject([{ kind: "test", status: "dead" }]);
});

test("the same press sends one test mail, and ten an hour are enough", async () => {
  const t = open();
  const press = async (headers = {}) => {
    const asked = t.administrator.call("POST", TEST_MAIL, { headers });
    await t.settle();
    return asked;
  };
  const [first, again] = [await press(KEY), await press(KEY)];
  expect(again.body).toEqual(first.body);
  expect(emailsOf(t).length).toBe(1);
  for (let n = 0; n < 8; n++) expect((await press()).status).toBe(200);
  expect((await press()).status).toBe(429);
});

test("the provider is asked when the administrator wishes it", async () => {
  const t = open();
  const { status, body } = await t.administrator.call<PaymentsReport>("POST", CHECK);
  expect(status).toBe(200);
  expect(body.lines.map(({ state }) => state)).toEqual(body.lines.map(() => "ok"));
});
