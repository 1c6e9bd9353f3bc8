import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "../../../../db/schema.ts";
import { listSessions } from "../../../../server/domain/sign-in/sessions.ts";
import { openBrowser } from "../../../support/browser.ts";
import { createTestApp, SITE } from "../../../support/create-test-app.ts";
import { ANNA } from "../../../support/login.ts";
import { DAY_MS, HOUR_MS } from "../../../support/money.ts";
import { MINUTE_MS, signIn } from "../../../support/shop.ts";
import { signedIn } from "../../../support/sign-in.ts";

const OWNER = "owner@papercub.example";
const LISTED = { env: { ADMIN_EMAILS: " Anna@Example.com , bo@example.com" } };
const STATUS = "/api/admin/status";
const SCHEMAS = "/api/admin/schemas";

/** Signs Anna in by code, by default as an administrator; `status` requests an admin route. */
async function anna({ isAdmin = true } = {}) {
  const t = createTestApp();
  const browser = await signedIn(t, ANNA);
  if (isAdmin) t.db.update(users).set({ isAdmin }).run();
  const status = async () => (await browser.get(SCHEMAS)).status;
  const rows = () => t.db.select().from(sessions).all();
  return { t, browser, status, rows };
}

test("an email that ADMIN_EMAILS names administers once it is proved", async () => {
  const t = createTestApp(LISTED);
  // This session was created without verifying the email.
  expect((await signIn(t, ANNA).get(SCHEMAS)).status).toBe(403);
  const browser = await signedIn(t, ANNA);
  expect((await browser.get(SCHEMAS)).status).toBe(200);
  expect(await (await browser.get(STATUS)).json()).toEqual({ isAdmin: true });
  expect((await (await signedIn(t, "cleo@example.com")).get(SCHEMAS)).status).toBe(403);
  // The rights come from the setting and are not stored, so they end when it is removed.
  expect(t.db.select().from(users).all()).toMatchObject([{ isAdmin: false }, { isAdmin: false }]);
});

test("signing in answers whether the user administers", async () => {
  const t = createTestApp(LISTED);
  const browser = openBrowser(t);
  await browser.post("/api/send-otp", { email: ANNA });
  await t.settle();
  const otp = /^\d{6}/.exec(t.mails[0]?.subject ?? "")?.[0];
  const answer = await browser.post("/api/verify-otp", { email: ANNA, otp });
  expect(await answer.json()).toMatchObject({ user: { email: ANNA, isAdmin: true } });
});

test("an administrator's session ends after 12 hours without use", async () => {
  const { t, status, rows } = await anna();
  for (let day = 0; day < 3; day++) {
    t.clock.advance(12 * HOUR_MS - 1);
    expect(await status()).toBe(200);
  }
  expect(rows()[0]?.expiresAt).toEqual(new Date(t.clock.now().getTime() + 12 * HOUR_MS));
  t.clock.advance(12 * HOUR_MS);
  expect(await status()).toBe(401);
});

test("an administrator's session ends after 7 days however often it is used", async () => {
  const { t, status, rows } = await anna();
  for (let hour = 6; hour < 7 * 24; hour += 6) {
    t.clock.advance(6 * HOUR_MS);
    expect(await status()).toBe(200);
  }
  expect(rows()[0]?.expiresAt).toEqual(new Date(t.clock.now().getTime() + 6 * HOUR_MS));
  t.clock.advance(6 * HOUR_MS - 1);
  expect(await status()).toBe(200);
  t.clock.advance(1);
  expect(await status()).toBe(401);
});

test("a session is shortened when its user becomes an administrator", async () => {
  const { t, browser, status, rows } = await anna({ isAdmin: false });
  t.clock.advance(8 * DAY_MS);
  expect(await status()).toBe(403);
  const stored = rows()[0];
  t.db.update(users).set({ isAdmin: true }).run();
  const [user] = t.db.select().from(users).where(eq(users.email, ANNA)).all();
  expect(stored?.expiresAt.getTime()).toBeGreaterThan(t.clock.now().getTime());
  expect(listSessions(t.deps, { id: user?.id ?? 0, isAdmin: true }, undefined)).toEqual([]);
  expect((await browser.get("/api/users/me")).status).toBe(401);
  // The session is deleted, so it does not return when its user loses the rights again.
  expect(rows()).toEqual([]);
});

test("the use of an administrator's session is noted once a minute", async () => {
  const { t, status, rows } = await anna();
  const began = rows();
  t.clock.advance(MINUTE_MS - 1);
  await status();
  expect(rows()).toEqual(began);
  t.clock.advance(1);
  await status();
  expect(rows()[0]?.lastUsedAt).toEqual(t.clock.now());
});

const DOOR = "/demo/admin";
const TEST_KEY = { DEMO: "0", STRIPE_SECRET_KEY: "sk_test_of_the_shop" };
const LIVE_KEY = { DEMO: "0", STRIPE_SECRET_KEY: "sk_live_of_the_shop" };
const MAIL = {
  SMTP_URL: "smtps://mail.example.com",
  MAIL_FROM: "shop@example.com",
  SUPPORT_EMAIL: "help@example.com",
};

test.each([
  ["a test shop", { ...TEST_KEY, ...MAIL }],
  ["a live shop", { ...LIVE_KEY, ...MAIL, PUBLIC_URL: "https://shop.example" }],
])("%s has no door to the admin", async (_shop, env) => {
  const t = createTestApp({ env });
  const site = t.deps.config.publicUrl;
  const headers = { Origin: site };
  const answer = await t.app.request(site + DOOR, { method: "POST", headers });
  expect(answer.status).toBe(404);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(t.db.select().from(users).all()).toEqual([]);
});

test("no other site opens the demo's admin, and no link does", async () => {
  const t = createTestApp();
  const foreign = { method: "POST", headers: { Origin: "https://evil.example" } };
  expect((await t.app.request(SITE + DOOR, foreign)).status).toBe(403);
  expect((await t.app.request(SITE + DOOR)).headers.getSetCookie()).toEqual([]);
  expect(t.db.select().from(users).all()).toEqual([]);
});

test("the demo's sign opens the admin as its owner, as often as it is pressed", async () => {
  const t = createTestApp();
  for (const browser of [openBrowser(t), openBrowser(t)]) {
    const answer = await browser.postForm(DOOR, {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin"]);
    expect(await (await browser.get("/api/users/me")).json()).toMatchObject({ email: OWNER });
    expect((await browser.get(SCHEMAS)).status).toBe(200);
  }
  expect(t.db.select().from(users).all()).toMatchObject([{ email: OWNER, isAdmin: true }]);
});
