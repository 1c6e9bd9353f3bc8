import { describe, expect, test } from "vitest";
import { sessions, users } from "../../../db/schema.ts";
import { forgetOld } from "../../../server/domain/upkeep/retention.ts";
import { listSessions } from "../../../server/domain/sign-in/sessions.ts";
import { sha256Hex } from "../../../server/domain/tokens.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { ANNA } from "../../support/login.ts";
import { DAY_MS, HOUR_MS } from "../../support/money.ts";
import { askForCode, codeIn, signedIn } from "../../support/sign-in.ts";

const VERIFY = "/api/verify-otp";
const ME = "/api/users/me";

function shop() {
  const t = createTestApp();
  const rows = () => t.db.select().from(sessions).all();
  return { ...t, browser: openBrowser(t), rows };
}

/** Signs Anna in; `me` returns the status of the account request. */
async function annasShop() {
  const t = shop();
  const anna = await signedIn(t, ANNA);
  return { ...t, anna, me: async (browser: Browser = anna) => (await browser.get(ME)).status };
}

/** Opens another browser with a copy of this browser's session cookie. */
function copyOf(t: ReturnType<typeof shop>, { cookies }: Browser): Browser {
  const copy = openBrowser(t);
  copy.cookies.set("session", cookies.get("session") ?? "");
  return copy;
}

test("a good code signs in: an account, a session whose token is stored as a hash, a safe cookie", async () => {
  const t = shop();
  const otp = await askForCode(t, t.browser, ANNA);
  const response = await t.browser.post(VERIFY, { email: " ANNA@example.com", otp });
  const user = { id: 1, email: ANNA, name: null, isAdmin: false };
  expect(await response.json()).toEqual({ success: true, user });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
  expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  const tokenHash = sha256Hex(t.browser.cookies.get("session") ?? "");
  expect(t.rows()).toMatchObject([{ tokenHash, userId: 1 }]);
  const verified = [{ email: ANNA, emailVerifiedAt: t.clock.now() }];
  expect(t.db.select().from(users).all()).toMatchObject(verified);
  expect(await (await t.browser.get(ME)).json()).toEqual({ ...user, news: false });
});

test("a code in full-width digits signs in", async () => {
  const t = shop();
  const otp = await askForCode(t, t.browser, ANNA);
  const wide = otp.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  expect((await t.browser.post(VERIFY, { email: ANNA, otp: `\u3000${wide}` })).status).toBe(200);
  expect(t.rows()).toHaveLength(1);
});

test("the cookie outlives the session, and goes over https alone when the site is there", async () => {
  const site = "https://shop.example";
  const t = createTestApp({ env: { PUBLIC_URL: site } });
  const post = (path: string, body: object, Cookie = "") =>
    t.app.request(site + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: site, Cookie },
      body: JSON.stringify(body),
    });
  const [buyer = ""] = (await post("/api/send-otp", { email: ANNA })).headers.getSetCookie();
  await t.settle();
  const entered = { email: ANNA, otp: codeIn(t, ANNA) };
  const response = await post(VERIFY, entered, buyer.split(";")[0]);
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Host-session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

describe("a session", () => {
  test("has its use noted once an hour", async () => {
    const { rows, clock, me } = await annasShop();
    const began = rows();
    clock.advance(HOUR_MS - 1);
    expect(await me()).toBe(200);
    expect(rows()).toEqual(began);
    clock.advance(1);
    expect(await me()).toBe(200);
    expect(rows()[0]?.lastUsedAt).toEqual(clock.now());
  });

  test("slides for 30 days of rest and then ends", async () => {
    const { clock, me } = await annasShop();
    clock.advance(29 * DAY_MS);
    expect(await me()).toBe(200);
    clock.advance(30 * DAY_MS);
    expect(await me()).toBe(401);
  });

  test("ends after 60 days however often it is used", async () => {
    const { clock, me, rows, anna, deps } = await annasShop();
    for (let day = 0; day < 59; day++) {
      clock.advance(DAY_MS);
      expect(await me()).toBe(200);
    }
    clock.advance(DAY_MS - 1);
    expect((await anna.get("/api/sessions")).status).toBe(200);
    clock.advance(1);
    expect(await me()).toBe(401);
    expect(listSessions(deps, { id: 1, isAdmin: false }, undefined)).toEqual([]);
    await forgetOld(deps);
    expect(rows()).toEqual([]);
  });

  test("ends when its browser signs in again", async () => {
    const { anna, me, ...t } = await annasShop();
    const thief = copyOf(t, anna);
    const otp = await askForCode(t, anna, ANNA);
    await anna.post(VERIFY, { email: ANNA, otp });
    expect(anna.cookies.get("session")).not.toBe(thief.cookies.get("session"));
    expect([await me(thief), await me(anna)]).toEqual([401, 200]);
  });
});

describe("logging out", () => {
  test.each<Record<string, string>>([
    { "Sec-Purpose": "prefetch;prerender" },
    { Purpose: "prefetch" },
  ])("by a browser that looks ahead changes nothing: %o", async (headers) => {
    const { anna, me } = await annasShop();
    const response = await anna.get("/api/logout", headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("Clear-Site-Data")).toBeNull();
    expect(await me()).toBe(200);
  });

  test.each(["image", "iframe", "script", "style", "font", "embed"])(
    "by a page that loads it as %s changes nothing",
    async (destination) => {
      const { anna, me } = await annasShop();
      const headers = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": destination };
      const response = await anna.get("/api/logout", headers);
      expect(response.headers.get("Clear-Site-Data")).toBeNull();
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await me()).toBe(200);
    },
  );

  test("by HEAD changes nothing", async () => {
    const { anna, me } = await annasShop();
    await anna.send("/api/logout", { method: "HEAD" });
    expect(await me()).toBe(200);
  });

  test.each(["document", "empty"])("works for a browser that asks for %s", async (destination) => {
    const { anna, me } = await annasShop();
    await anna.get("/api/logout", { "Sec-Fetch-Dest": destination });
    expect(await me()).toBe(401);
  });

  test("ends this session alone, on the server and in the browser, and works twice", async () => {
    const { anna, me, ...t } = await annasShop();
    const [elsewhere, copy] = [await signedIn(t, ANNA), copyOf(t, anna)];
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, {}]) {
      const response = await anna.get("/api/logout", headers as Record<string, string>);
      expect([response.status, await response.json()]).toEqual([200, { success: true }]);
      // Clears the cache only: storage and other cookies, such as the tracking consent, stay.
      expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
    }
    expect([await me(), await me(copy), await me(elsewhere)]).toEqual([401, 401, 200]);
    expect(t.rows()).toHaveLength(1);
    expect((await t.app.request(`${SITE}/api/logout`)).status).toBe(200);
  });
});
