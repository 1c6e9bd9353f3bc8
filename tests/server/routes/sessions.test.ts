import { describe, expect, test } from "vitest";
import { sessions } from "../../../db/schema.ts";
import type { SessionInfo } from "../../../server/contract/auth.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { askForCode } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";
const PATH = "/api/sessions";
const HOUR_MS = 3_600_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

async function signInWith(t: TestApp, email: string, userAgent = ""): Promise<Browser> {
  const browser = openBrowser(t);
  const otp = await askForCode(t, browser, email);
  await browser.post("/api/verify-otp", { email, otp }, { "User-Agent": userAgent });
  return browser;
}

const remove = (t: TestApp, browser: Browser, path: string, headers: Record<string, string> = {}) =>
  t.app.request(SITE + path, {
    method: "DELETE",
    headers: { Origin: SITE, Cookie: `session=${browser.cookies.get("session")}`, ...headers },
  });

async function listOf(browser: Browser): Promise<SessionInfo[]> {
  const response = await browser.get(PATH);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { sessions: SessionInfo[] }).sessions;
}

const isSignedIn = async (browser: Browser) => (await browser.get("/api/users/me")).status === 200;

describe("nobody who is not signed in", () => {
  test.each([
    ["GET", PATH],
    ["DELETE", PATH],
    ["DELETE", `${PATH}/1`],
    ["DELETE", `${PATH}/x`],
  ])("%s %s", async (method, path) => {
    const t = createTestApp();
    await signInWith(t, ANNA);
    for (const Cookie of ["", "session=x"]) {
      const response = await t.app.request(SITE + path, { method, headers: { Cookie } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: "unauthenticated" });
    }
    expect(t.db.select().from(sessions).all()).toHaveLength(1);
  });
});

describe("another's session, and one that is none, answer 404 alike", () => {
  test.each([["theirs"], ["99"], ["0"], ["-1"], ["1.5"], ["x"], ["1%20or%201"], ["9".repeat(20)]])(
    "%s",
    async (id) => {
      const t = createTestApp();
      const anna = await signInWith(t, ANNA);
      const other = await signInWith(t, "other@example.com");
      const [theirs] = await listOf(other);
      const path = `${PATH}/${id === "theirs" ? theirs?.id : id}`;
      const response = await remove(t, anna, path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: "Not found.", code: "not_found" });
      expect(await isSignedIn(other)).toBe(true);
      expect(t.db.select().from(sessions).all()).toHaveLength(2);
    },
  );
});

test.each([[PATH], [`${PATH}/1`]])("another site cannot sign anybody out: %s", async (path) => {
  const t = createTestApp();
  const anna = await signInWith(t, ANNA);
  expect((await remove(t, anna, path, { Origin: "https://evil.example" })).status).toBe(403);
  expect(await isSignedIn(anna)).toBe(true);
});

test("the list names this browser first, then the newest used, and nobody else's", async () => {
  const t = createTestApp();
  const started = t.clock.now().toISOString();
  const first = await signInWith(t, ANNA, FIREFOX);
  t.clock.advance(HOUR_MS);
  const second = await signInWith(t, ANNA);
  t.clock.advance(HOUR_MS);
  const third = await signInWith(t, ANNA, IPHONE);
  const thirdAt = t.clock.now().toISOString();
  await signInWith(t, "other@example.com");
  t.clock.advance(HOUR_MS);
  const later = t.clock.now().toISOString();
  expect(await isSignedIn(first)).toBe(true);
  const response = await second.get(PATH);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const body = await response.text();
  expect(body).not.toMatch(/token|hash/i);
  expect(JSON.parse(body)).toEqual({
    sessions: [
      expect.objectContaining({ current: true, device: "Unknown browser", lastUsedAt: later }),
      {
        id: expect.any(Number),
        current: false,
        device: "Firefox on Windows",
        createdAt: started,
        lastUsedAt: later,
      },
      expect.objectContaining({ current: false, device: "Safari on iPhone", createdAt: thirdAt }),
    ],
  });
  expect((await listOf(third))[0]).toMatchObject({ current: true, device: "Safari on iPhone" });
  expect((await listOf(first))[0]).toMatchObject({ current: true, device: "Firefox on Windows" });
});

test("a session that has run out is not listed", async () => {
  const t = createTestApp();
  await signInWith(t, ANNA, FIREFOX);
  t.clock.advance(30 * 24 * HOUR_MS);
  expect(await listOf(await signInWith(t, ANNA, IPHONE))).toHaveLength(1);
});

test("ending one of one's own signs that browser out, and no other", async () => {
  const t = createTestApp();
  const lost = await signInWith(t, ANNA, IPHONE);
  const here = await signInWith(t, ANNA, FIREFOX);
  const phone = (await listOf(here)).find(({ device }) => device === "Safari on iPhone");
  const response = await remove(t, here, `${PATH}/${phone?.id}`);
  expect(await response.json()).toEqual({ success: true });
  expect(await isSignedIn(lost)).toBe(false);
  expect(await isSignedIn(here)).toBe(true);
  expect((await remove(t, here, `${PATH}/${phone?.id}`)).status).toBe(404);
});

test("signing out everywhere ends all of one's own, this one too, and takes the cookie", async () => {
  const t = createTestApp();
  const browsers = [await signInWith(t, ANNA), await signInWith(t, ANNA)];
  const other = await signInWith(t, "other@example.com");
  const [here] = browsers;
  const response = here && (await remove(t, here, PATH));
  expect(response?.status).toBe(200);
  expect(response?.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(response?.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=; Max-Age=0; Path=\//),
    expect.stringMatching(/^buyer=; Max-Age=0; Path=\//),
  ]);
  expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false]);
  expect(await isSignedIn(other)).toBe(true);
});

test("logging out works twice, in two tabs, and ends this session alone", async () => {
  const t = createTestApp();
  const elsewhere = await signInWith(t, ANNA);
  const here = await signInWith(t, ANNA);
  const token = here.cookies.get("session") ?? "";
  expect((await here.get("/api/logout")).status).toBe(200);
  expect((await here.get("/api/logout")).status).toBe(200);
  here.cookies.set("session", token);
  expect(await isSignedIn(here)).toBe(false);
  expect(await isSignedIn(elsewhere)).toBe(true);
});
