import { describe, expect, test } from "vitest";
import { oneTimeCodes, sessions, users } from "../../../db/schema.ts";
import { dropOldSessions, listSessions } from "../../../server/domain/sign-in/sessions.ts";
import { sha256Hex } from "../../../server/domain/tokens.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { askForCode, codeIn, signedIn } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";
const MINUTE_MS = 60_000;
const LIVE = {
  STRIPE_SECRET_KEY: "sk_test_x",
  SMTP_URL: "smtp://localhost",
  MAIL_FROM: "a@example.com",
  SUPPORT_EMAIL: "a@example.com",
};
const WRONG = { message: "Invalid verification code. Please try again.", code: "invalid" };

function shop() {
  const t = createTestApp();
  return { ...t, browser: openBrowser(t) };
}

function wrongFor(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

describe("a code is refused", () => {
  test.each([
    ["an empty address", "/api/send-otp", { email: "" }, 422],
    ["an address that is none", "/api/send-otp", { email: "anna at example" }, 422],
    ["an empty code", "/api/verify-otp", { email: ANNA, otp: " " }, 422],
    ["a code nobody asked for", "/api/verify-otp", { email: ANNA, otp: "123456" }, 400],
    ["a text that is no code", "/api/verify-otp", { email: ANNA, otp: "abcdefgh" }, 400],
  ])("%s", async (_name, path, body, status) => {
    const { browser, db, mails, settle } = shop();
    const response = await browser.post(path, body);
    const answer = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(status);
    expect(answer["error"]).toBe(answer["message"]);
    expect(response.headers.getSetCookie().join()).not.toContain("session=");
    await settle();
    expect(mails).toEqual([]);
    expect(db.select().from(sessions).all()).toEqual([]);
  });

  test("wrong, and the right one after five wrong ones", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    for (let i = 0; i < 5; i++) {
      const response = await t.browser.post("/api/verify-otp", { email: ANNA, otp: wrongFor(otp) });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject(WRONG);
    }
    expect((await t.browser.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
    expect(t.db.select().from(oneTimeCodes).all()[0]?.attempts).toBe(5);
    expect(t.db.select().from(users).all()).toEqual([]);
  });

  test("ten minutes later", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    t.clock.advance(10 * MINUTE_MS);
    expect((await t.browser.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
  });

  test("used before, for another address, or in another browser", async () => {
    const t = shop();
    const otp = await askForCode(t, t.browser, ANNA);
    const stranger = openBrowser(t);
    await stranger.post("/api/send-otp", { email: "other@example.com" });
    expect((await stranger.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
    expect((await openBrowser(t).post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
    const other = { email: "other@example.com", otp };
    expect((await t.browser.post("/api/verify-otp", other)).status).toBe(400);
    expect((await t.browser.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(200);
    expect((await t.browser.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(400);
    expect(t.db.select().from(sessions).all()).toHaveLength(1);
  });

  test("an older one than the newest", async () => {
    const t = shop();
    const first = await askForCode(t, t.browser, ANNA);
    const second = await askForCode(t, t.browser, ANNA);
    expect(second).not.toBe(first);
    expect((await t.browser.post("/api/verify-otp", { email: ANNA, otp: first })).status).toBe(400);
    expect((await t.browser.post("/api/verify-otp", { email: ANNA, otp: second })).status).toBe(
      200,
    );
  });

  test("the sixth code of an hour, for one address, with how long to wait", async () => {
    const t = shop();
    for (let i = 0; i < 5; i++) await t.browser.post("/api/send-otp", { email: ANNA });
    const response = await openBrowser(t).post("/api/send-otp", { email: ANNA });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    await t.settle();
    expect(t.mails.length).toBeLessThanOrEqual(5);
  });
});

test("a good code signs in: an account, a session whose token is stored as a hash, a safe cookie", async () => {
  const t = shop();
  const otp = await askForCode(t, t.browser, "  Anna@Example.com ".trim().toLowerCase());
  const response = await t.browser.post("/api/verify-otp", { email: " ANNA@example.com", otp });
  const user = { id: 1, email: ANNA, name: null, isAdmin: false };
  expect(await response.json()).toEqual({ success: true, user });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
  expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = t.browser.cookies.get("session") ?? "";
  expect(t.db.select().from(sessions).all()).toMatchObject([
    { tokenHash: sha256Hex(token), userId: 1 },
  ]);
  expect(t.db.select().from(users).all()).toMatchObject([
    { email: ANNA, emailVerifiedAt: t.clock.now() },
  ]);
  expect(await (await t.browser.get("/api/users/me")).json()).toEqual(user);
});

test("the cookie outlives the session, and goes over https alone when the site is there", async () => {
  const site = "https://shop.example";
  const t = createTestApp({ env: { PUBLIC_URL: site, DEMO: "0", ...LIVE } });
  const post = (path: string, body: object, cookie = "") =>
    t.app.request(site + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: site, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const asked = await post("/api/send-otp", { email: ANNA });
  await t.settle();
  const [buyer = ""] = asked.headers.getSetCookie();
  const otp = codeIn(t, ANNA);
  const response = await post("/api/verify-otp", { email: ANNA, otp }, buyer.split(";")[0]);
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, "=…;"));
  expect(cookies[0]).toBe(
    "__Host-session=…; Max-Age=5184000; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
});

test("a session's use is noted once an hour", async () => {
  const t = shop();
  const browser = await signedIn(t, ANNA);
  const row = () => t.db.select().from(sessions).get();
  const began = row();
  t.clock.advance(60 * MINUTE_MS - 1);
  expect((await browser.get("/api/users/me")).status).toBe(200);
  expect(row()).toEqual(began);
  t.clock.advance(1);
  expect((await browser.get("/api/users/me")).status).toBe(200);
  expect(row()?.lastUsedAt).toEqual(t.clock.now());
});

test("a session slides for 30 days of rest and then ends", async () => {
  const t = shop();
  const browser = await signedIn(t, ANNA);
  t.clock.advance(29 * 24 * 60 * MINUTE_MS);
  expect((await browser.get("/api/users/me")).status).toBe(200);
  t.clock.advance(30 * 24 * 60 * MINUTE_MS);
  expect((await browser.get("/api/users/me")).status).toBe(401);
});

test("a session ends after 60 days however often it is used", async () => {
  const t = shop();
  const browser = await signedIn(t, ANNA);
  for (let day = 0; day < 59; day++) {
    t.clock.advance(24 * 60 * MINUTE_MS);
    expect((await browser.get("/api/users/me")).status).toBe(200);
  }
  t.clock.advance(24 * 60 * MINUTE_MS - 1);
  expect((await browser.get("/api/sessions")).status).toBe(200);
  t.clock.advance(1);
  expect((await browser.get("/api/users/me")).status).toBe(401);
  expect(listSessions(t.deps, { id: 1 }, undefined)).toEqual([]);
  dropOldSessions(t.deps);
  expect(t.db.select().from(sessions).all()).toEqual([]);
});

test("signing in again ends the session this browser had", async () => {
  const t = shop();
  const browser = await signedIn(t, ANNA);
  const old = browser.cookies.get("session");
  const otp = await askForCode(t, browser, ANNA);
  await browser.post("/api/verify-otp", { email: ANNA, otp });
  expect(browser.cookies.get("session")).not.toBe(old);
  const thief = openBrowser(t);
  thief.cookies.set("session", old ?? "");
  expect((await thief.get("/api/users/me")).status).toBe(401);
});

describe("logging out", () => {
  test.each([
    ["from another site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["from another site in an older browser", { Origin: "https://evil.example" }, 403],
    ["from a page without an origin", { Origin: "null" }, 403],
    ["from a neighbour of this site", { "Sec-Fetch-Site": "same-site" }, 403],
    ["by a browser that looks ahead", { "Sec-Purpose": "prefetch;prerender" }, 200],
    ["by an older browser that looks ahead", { Purpose: "prefetch" }, 200],
  ])("%s changes nothing", async (_name, headers, status) => {
    const t = shop();
    const browser = await signedIn(t, ANNA);
    const response = await browser.get("/api/logout", headers as unknown as Record<string, string>);
    expect(response.status).toBe(status);
    expect(response.headers.get("Clear-Site-Data")).toBeNull();
    expect((await browser.get("/api/users/me")).status).toBe(200);
  });

  test("ends the session on the server and takes the cookie away", async () => {
    const t = shop();
    const browser = await signedIn(t, ANNA);
    const token = browser.cookies.get("session") ?? "";
    const response = await browser.get("/api/logout", { "Sec-Fetch-Site": "same-origin" });
    expect(await response.json()).toEqual({ success: true });
    // Neither the storage nor the other cookies: the choice about tracking stays.
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(t.db.select().from(sessions).all()).toEqual([]);
    browser.cookies.set("session", token);
    expect((await browser.get("/api/users/me")).status).toBe(401);
  });

  test("without a session is fine", async () => {
    const { app } = shop();
    expect((await app.request(`${SITE}/api/logout`)).status).toBe(200);
  });
});

test("nobody signed in is 401 in the contract's form", async () => {
  const { browser } = shop();
  const response = await browser.get("/api/users/me");
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    code: "unauthenticated",
    message: "Please sign in.",
  });
});
