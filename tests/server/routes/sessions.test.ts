import { describe, expect, test } from "vitest";
import type { SessionInfo } from "../../../server/contract/sign-in.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { ANNA } from "../../support/login.ts";
import { DAY_MS, HOUR_MS } from "../../support/money.ts";
import { askForCode } from "../../support/sign-in.ts";

const PATH = "/api/sessions";
const FORM = "/account/sign-out";
const LOGIN = "/login?returnUrl=%2Faccount";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

async function signInWith(t: TestApp, email: string, userAgent = ""): Promise<Browser> {
  const browser = openBrowser(t);
  const otp = await askForCode(t, browser, email);
  await browser.post("/api/verify-otp", { email, otp }, { "User-Agent": userAgent });
  return browser;
}

const remove = (browser: Browser, path: string) =>
  browser.send(path, { method: "DELETE", headers: { Origin: SITE } });

async function listOf(browser: Browser): Promise<SessionInfo[]> {
  const response = await browser.get(PATH);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { sessions: SessionInfo[] }).sessions;
}

const isSignedIn = async (browser: Browser) => (await browser.get("/api/users/me")).status === 200;

/** Signs Anna in on two devices and Bert on one; `left` returns who is still signed in. */
async function three() {
  const t = createTestApp();
  const phone = await signInWith(t, ANNA, IPHONE);
  const here = await signInWith(t, ANNA, FIREFOX);
  const bert = await signInWith(t, "bert@example.com");
  const idOf = async (browser: Browser) => String((await listOf(browser))[0]?.id);
  const left = async () => {
    const [onPhone, atHome, other] = await Promise.all([phone, here, bert].map(isSignedIn));
    return { phone: onPhone, here: atHome, bert: other };
  };
  return { t, here, phoneId: await idOf(phone), bertsId: await idOf(bert), left };
}
const ALL_LEFT = { phone: true, here: true, bert: true };

test("another's session and one that is none are refused alike, by call and by form", async () => {
  const { here, bertsId, left } = await three();
  for (const id of [bertsId, "99", "0", "-1", "1.5", "x", "1 or 1", "9".repeat(20)]) {
    const response = await remove(here, `${PATH}/${encodeURIComponent(id)}`);
    expect([id, response.status]).toEqual([id, 404]);
    expect(await response.json()).toMatchObject({ message: "Not found.", code: "not_found" });
    const form = await here.postForm(FORM, { session: id });
    expect([id, form.headers.get("Location")]).toEqual([id, "/account"]);
    expect(form.headers.get("Clear-Site-Data")).toBeNull();
  }
  expect(await left()).toEqual(ALL_LEFT);
});

test("the list names this browser first, then the newest used, and no other account's", async () => {
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
  t.clock.advance(30 * DAY_MS);
  expect(await listOf(await signInWith(t, ANNA, IPHONE))).toHaveLength(1);
});

describe("signing out another browser of one's own", () => {
  test("by call ends it alone, and once", async () => {
    const { here, phoneId, left } = await three();
    const response = await remove(here, `${PATH}/${phoneId}`);
    expect(await response.json()).toEqual({ success: true });
    expect(await left()).toEqual({ ...ALL_LEFT, phone: false });
    expect((await remove(here, `${PATH}/${phoneId}`)).status).toBe(404);
  });

  test("by form does the same, twice, and stays here", async () => {
    const { here, phoneId, left } = await three();
    for (let time = 0; time < 2; time++) {
      const response = await here.postForm(FORM, { session: phoneId });
      expect(response.headers.get("Location")).toBe("/account");
      expect(response.headers.get("Clear-Site-Data")).toBeNull();
    }
    expect(await left()).toEqual({ ...ALL_LEFT, phone: false });
  });
});

const NOTHING_LEFT = { phone: false, here: false, bert: true };
test.each<[string, (here: Browser) => Promise<Response>, number, object]>([
  ["everywhere by call", (here) => remove(here, PATH), 200, NOTHING_LEFT],
  ["everywhere by form", (here) => here.postForm(FORM, { session: "all" }), 303, NOTHING_LEFT],
  ["here by form", (here) => here.postForm(FORM, {}), 303, { ...ALL_LEFT, here: false }],
])(
  "signing out %s ends one's own alone, and takes the cookies",
  async (_way, end, status, after) => {
    const { here, left } = await three();
    const response = await end(here);
    expect(response.status).toBe(status);
    expect(response.headers.get("Location")).toBe(status === 303 ? LOGIN : null);
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; Max-Age=0; Path=\//),
      expect.stringMatching(/^buyer=; Max-Age=0; Path=\//),
    ]);
    expect(await left()).toEqual(after);
  },
);

test("signing out a visitor by form leads to the sign-in page", async () => {
  const response = await openBrowser(createTestApp()).postForm(FORM, {});
  expect(response.headers.get("Location")).toBe(LOGIN);
});
