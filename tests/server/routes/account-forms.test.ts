import { describe, expect, test } from "vitest";
import { oneTimeCodes, sessions } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { ANNA } from "../../support/login.ts";
import { realPages } from "../../support/page-desk.ts";
import { codeIn, signedIn } from "../../support/sign-in.ts";
import { buy, openShop } from "../../support/shop.ts";

const LOGIN = "/login?returnUrl=%2Faccount";

function open() {
  const t = createTestApp({ web: realPages });
  return {
    ...t,
    browser: openBrowser(t),
    codes: () => t.db.select().from(oneTimeCodes).all(),
    sessions: () => t.db.select().from(sessions).all(),
  };
}

/** Requests a code through the login form. */
async function asked() {
  const t = open();
  const page = await t.browser.postForm(LOGIN, { email: ANNA });
  await t.settle();
  return { ...t, page, code: codeIn(t, ANNA) };
}

/** Returns the names of the fields that a page marks as invalid. */
const markedFields = (html: string) =>
  Array.from(html.matchAll(/<input[^>]*>/g), ([field]) => field)
    .filter((field) => field.includes('aria-invalid="true"'))
    .map((field) => /name="(\w+)"/.exec(field)?.[1]);

const leadsTo = (response: Response) => [response.status, response.headers.get("Location")];

describe("the link of a mail that has no code", () => {
  /** Requests the mail sent when codes are switched off for the email; returns its link and key. */
  async function mailed() {
    const t = await asked();
    t.db.update(oneTimeCodes).set({ attempts: 100 }).run();
    await t.browser.postForm(LOGIN, { email: ANNA });
    await t.settle();
    const link = /Sign in: (\S+)/.exec(t.mails.at(-1)?.text ?? "")?.[1] ?? "";
    return { ...t, link, key: new URL(link).searchParams.get("otp") ?? "" };
  }

  test("shows whom it signs in, changes nothing, and refuses a wrong key", async () => {
    const t = open();
    const otp = '"><script>alert(1)</script>';
    const query = new URLSearchParams({ email: ANNA, otp });
    const page = await (await t.browser.get(`${LOGIN}&${query}`)).text();
    expect(page).toContain(ANNA);
    expect(page).not.toContain("<script>alert");
    expect(page).toContain('action="/login?returnUrl=%2Faccount"');
    const refused = await t.browser.postForm(LOGIN, { email: ANNA, otp });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Invalid verification code. Please try again.");
    expect(t.sessions()).toEqual([]);
  });

  test.each(["opened in another browser", "made up"])(
    "%s leads back to asking for one, and says why",
    async (which) => {
      const { key, ...t } = await mailed();
      const other = openBrowser(t);
      const otp = which === "made up" ? "k".repeat(43) : key;
      const page = await other.postForm(LOGIN, { email: ANNA, otp });
      expect(page.status).toBe(400);
      const html = await page.text();
      expect(html).toContain(
        "This link was already used, has expired, or was requested in another browser.",
      );
      expect(html).not.toMatch(/Invalid verification code|name="otp"/);
      expect(markedFields(html)).toEqual([]);
      expect(html).toContain(`value="${ANNA}"`);
      expect(t.sessions()).toEqual([]);
      expect((await other.postForm(LOGIN, { email: ANNA })).status).toBe(200);
    },
  );

  test("signs in when its button is pressed, and leads to the account", async () => {
    const { browser, link, ...t } = await mailed();
    const page = await (await browser.get(link.slice(SITE.length))).text();
    expect(t.sessions()).toEqual([]);
    const otp = /name="otp" value="([\w-]{43})"/.exec(page)?.[1] ?? "";
    expect(leadsTo(await browser.postForm(LOGIN, { email: ANNA, otp }))).toEqual([303, "/account"]);
    expect(t.sessions()).toHaveLength(1);
  });
});

describe("the sign-in form without a script", () => {
  const NO_CODE = "Please enter the verification code";
  test.each<[step: "email" | "otp", typed: string, status: number, text: string]>([
    ["email", "", 422, "Please enter your email address"],
    ["email", "anna@", 422, "Please enter a valid email address."],
    ["otp", "x", 422, NO_CODE],
    ["otp", "1", 400, "Invalid verification code. Please try again."],
  ])("refuses the %s %j and stays at its step", async (step, typed, status, text) => {
    const t = step === "otp" ? await asked() : open();
    const before = t.codes().length;
    const page = await t.browser.postForm(LOGIN, { email: ANNA, [step]: typed });
    expect(page.status).toBe(status);
    const html = await page.text();
    expect(html).toContain(text);
    expect(markedFields(html)).toEqual([step]);
    expect(html.includes(`Enter the 6-digit code sent to ${ANNA}`)).toBe(step === "otp");
    if (step === "email") expect(html).toContain(`value="${typed.trim()}"`);
    expect([t.codes().length, t.sessions()]).toEqual([before, []]);
  });

  test("sends a code and shows the second step, kept by no cache", async () => {
    const { page, mails } = await asked();
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.getSetCookie().join()).toContain("buyer=");
    const html = await page.text();
    expect(html).toContain(`Enter the 6-digit code sent to ${ANNA}`);
    expect(html).toContain('action="/login?returnUrl=%2Faccount"');
    expect(mails.map(({ to }) => to)).toEqual([ANNA]);
  });

  test.each([
    ["as it is", (code: string) => code],
    ["with a gap", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ["with what was copied along", (code: string) => `Your code: ${code}`],
  ])("signs in with the code %s and leads on", async (_name, typed) => {
    const { browser, code } = await asked();
    const response = await browser.postForm(LOGIN, { email: ANNA, otp: typed(code) });
    expect(leadsTo(response)).toEqual([303, "/account"]);
    expect((await browser.get("/account")).status).toBe(200);
    expect(await (await browser.get("/api/users/me")).json()).toMatchObject({ email: ANNA });
  });

  test("signs in and leads home where it was to lead to another site", async () => {
    const { browser, code } = await asked();
    const login = "/login?returnUrl=//evil.example&redirect=https://evil.example";
    expect(leadsTo(await browser.postForm(login, { email: ANNA, otp: code }))).toEqual([303, "/"]);
  });

  test("hides what broke", async () => {
    const t = open();
    t.db.sqlite.exec("DROP TABLE one_time_codes");
    const page = await t.browser.postForm(LOGIN, { email: ANNA });
    expect(page.status).toBe(500);
    const html = await page.text();
    expect(html).toContain("Failed to send verification code. Please try again.");
    expect(html).not.toContain("one_time_codes");
    expect(JSON.stringify(t.logged)).toContain("one_time_codes");
  });
});

test.each([
  ["form", (path: string) => path, "/orders/find"],
  ["call", (path: string) => `/api${path}`, "/api/verify-otp"],
] as const)(
  "a code for one's orders, asked for by %s, opens the account",
  async (way, at, enter) => {
    const t = await openShop({ web: realPages });
    await buy(t, t.browser, { products: [t.book], email: ANNA });
    const send = (path: string, fields: Record<string, string>) =>
      way === "form" ? t.browser.postForm(path, fields) : t.browser.post(path, fields);
    await send(at("/orders/find"), { email: ANNA });
    await t.settle();
    const response = await send(enter, { email: ANNA, otp: codeIn(t, ANNA) });
    expect(leadsTo(response)).toEqual(way === "form" ? [303, "/account"] : [200, null]);
    expect(await (await t.browser.get("/account")).text()).toContain("Dinosaur Busy Book");
  },
);

describe("the account's page", () => {
  test("shows its owner what was bought, and is kept by no cache", async () => {
    const t = await openShop({ web: realPages });
    await buy(t, t.browser, { products: [t.book], email: ANNA });
    const page = await (await signedIn(t, ANNA)).get("/account");
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(await page.text()).toContain("Dinosaur Busy Book");
    const bob = await signedIn(t, "bob@example.com");
    expect(await (await bob.get("/account")).text()).toContain("No Purchases Yet");
  });
});
