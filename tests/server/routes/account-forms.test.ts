import { describe, expect, test } from "vitest";
import { oneTimeCodes, sessions } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { codeIn, signedIn } from "../../support/sign-in.ts";
import { buy, openShop } from "../../support/shop.ts";

const ANNA = "anna@example.com";
const LOGIN = "/login?returnUrl=%2Faccount";

const open = () => createTestApp({ web: realPages, env: { TRUSTED_PROXY: "1" } });

/** Asks for a code by form and reads it in the mail. */
async function askByForm(t: ReturnType<typeof open>, path = LOGIN, email = ANNA) {
  const browser = openBrowser(t);
  const page = await browser.postForm(path, { email });
  await t.settle();
  return { browser, page, code: () => codeIn(t, email) };
}

/** The names of the fields that a page says are wrong. */
const markedFields = (html: string) =>
  Array.from(html.matchAll(/<input[^>]*>/g), ([field]) => field)
    .filter((field) => field.includes('aria-invalid="true"'))
    .map((field) => /name="(\w+)"/.exec(field)?.[1]);

describe("the link of a mail that has no code", () => {
  const link = (otp: string) => `${LOGIN}&email=${encodeURIComponent(ANNA)}&otp=${otp}`;

  test("shows whom it signs in, changes nothing, and refuses a wrong key", async () => {
    const t = open();
    const browser = openBrowser(t);
    const otp = '"><script>alert(1)</script>';
    const page = await (await browser.get(link(encodeURIComponent(otp)))).text();
    expect(page).toContain(ANNA);
    expect(page).not.toContain("<script>alert");
    expect(page).toContain('action="/login?returnUrl=%2Faccount"');
    const refused = await browser.postForm(LOGIN, { email: ANNA, otp });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Invalid verification code. Please try again.");
    expect(t.db.select().from(sessions).all()).toEqual([]);
  });

  test.each([
    ["opened in another browser", true],
    ["made up", false],
  ])("%s leads back to asking for one, and says why", async (_name, mailed) => {
    const t = open();
    const asking = openBrowser(t);
    await asking.postForm(LOGIN, { email: ANNA });
    t.db.update(oneTimeCodes).set({ attempts: 100 }).run();
    await asking.postForm(LOGIN, { email: ANNA });
    await t.settle();
    const otp = mailed
      ? (/otp=([\w-]{43})/.exec(t.mails.at(-1)?.text ?? "")?.[1] ?? "")
      : "k".repeat(43);
    expect(otp).toHaveLength(43);
    const other = openBrowser(t);
    const page = await other.postForm(LOGIN, { email: ANNA, otp });
    expect(page.status).toBe(400);
    const html = await page.text();
    expect(html).toContain(
      "Open this link in the browser you asked from, or ask for a new one here.",
    );
    expect(html).not.toContain("Invalid verification code");
    expect(html).not.toContain('name="otp"');
    expect(markedFields(html)).toEqual([]);
    expect(html).toContain(`value="${ANNA}"`);
    expect(t.db.select().from(sessions).all()).toEqual([]);
    expect((await other.postForm(LOGIN, { email: ANNA })).status).toBe(200);
  });

  test("signs in when its button is pressed, and leads to the account", async () => {
    const t = open();
    const { browser } = await askByForm(t);
    t.db.update(oneTimeCodes).set({ attempts: 100 }).run();
    await browser.postForm(LOGIN, { email: ANNA });
    await t.settle();
    const mailed = /Sign in: (\S+)/.exec(t.mails.at(-1)?.text ?? "")?.[1] ?? "";
    const page = await (await browser.get(mailed.slice(SITE.length))).text();
    expect(t.db.select().from(sessions).all()).toEqual([]);
    const otp = /name="otp" value="([\w-]{43})"/.exec(page)?.[1] ?? "";
    const answer = await browser.postForm(LOGIN, { email: ANNA, otp });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account"]);
    expect(t.db.select().from(sessions).all()).toHaveLength(1);
  });
});

describe("the sign-in form without a script", () => {
  test.each([
    ["nothing", {}, "Please enter your email address"],
    ["blanks", { email: "  " }, "Please enter your email address"],
    ["no address", { email: "anna@" }, "Please enter a valid email address."],
  ])("refuses %s and keeps it", async (_name, fields: Record<string, string>, text) => {
    const t = open();
    const page = await openBrowser(t).postForm(LOGIN, fields);
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toContain(text);
    expect(markedFields(html)).toEqual(["email"]);
    if (fields.email?.trim()) expect(html).toContain(`value="${fields.email}"`);
    expect(t.db.select().from(oneTimeCodes).all()).toEqual([]);
  });

  test("from another site is refused", async () => {
    const t = open();
    const response = await t.app.request(SITE + LOGIN, {
      method: "POST",
      headers: { Origin: "https://evil.example" },
      body: new URLSearchParams({ email: ANNA }),
    });
    expect(response.status).toBe(403);
    expect(t.db.select().from(oneTimeCodes).all()).toEqual([]);
  });

  test("sends a code and shows the second step, kept by no cache", async () => {
    const t = open();
    const { page } = await askByForm(t);
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.getSetCookie().join()).toContain("buyer=");
    const html = await page.text();
    expect(html).toContain(`Enter the 6-digit code sent to ${ANNA}`);
    expect(html).toContain('action="/login?returnUrl=%2Faccount"');
    expect(t.mails.map(({ to }) => to)).toEqual([ANNA]);
  });

  test.each([
    ["as it is", (code: string) => code],
    ["with a gap", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ["with what was copied along", (code: string) => `Your code: ${code}`],
  ])("signs in with the code %s and leads on", async (_name, typed) => {
    const t = open();
    const { browser, code } = await askByForm(t);
    const response = await browser.postForm(LOGIN, { email: ANNA, otp: typed(code()) });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/account");
    expect((await browser.get("/account")).status).toBe(200);
    expect(await (await browser.get("/api/users/me")).json()).toMatchObject({ email: ANNA });
  });

  test.each([
    ["an empty code", "", 422, "Please enter the verification code"],
    ["no digits", "x", 422, "Please enter the verification code"],
    ["a wrong code", "1", 400, "Invalid verification code. Please try again."],
  ])("answers %s at the second step", async (_name, otp, status, text) => {
    const t = open();
    const { browser } = await askByForm(t);
    const page = await browser.postForm(LOGIN, { email: ANNA, otp });
    expect(page.status).toBe(status);
    const html = await page.text();
    expect(html).toContain(text);
    expect(html).toContain(`Enter the 6-digit code sent to ${ANNA}`);
    expect(markedFields(html)).toEqual(["otp"]);
    expect(t.db.select().from(sessions).all()).toEqual([]);
  });

  test("refuses a code in a browser that did not ask for it", async () => {
    const t = open();
    const { code } = await askByForm(t);
    const page = await openBrowser(t).postForm(LOGIN, { email: ANNA, otp: code() });
    expect(page.status).toBe(400);
    expect(t.db.select().from(sessions).all()).toEqual([]);
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "/%2fevil.example"])(
    "never leads to %j",
    async (address) => {
      const t = open();
      const path = `/login?returnUrl=${encodeURIComponent(address)}`;
      const { browser, code } = await askByForm(t, path);
      const response = await browser.postForm(path, { email: ANNA, otp: code() });
      expect(response.headers.get("Location")).toBe("/");
    },
  );

  test("shares its limits with the calls", async () => {
    const t = open();
    const browser = openBrowser(t);
    for (let count = 0; count < 3; count++) await browser.post("/api/send-otp", { email: ANNA });
    for (let count = 0; count < 2; count++) await browser.postForm(LOGIN, { email: ANNA });
    const page = await browser.postForm(LOGIN, { email: ANNA });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await page.text()).toContain("Too many requests.");
    expect((await browser.post("/api/send-otp", { email: ANNA })).status).toBe(429);
    expect(t.db.select().from(oneTimeCodes).all()).toHaveLength(5);
  });

  test("hides what broke", async () => {
    const t = open();
    t.db.sqlite.exec("DROP TABLE one_time_codes");
    const page = await openBrowser(t).postForm(LOGIN, { email: ANNA });
    expect(page.status).toBe(500);
    const html = await page.text();
    expect(html).toContain("Failed to send verification code. Please try again.");
    expect(html).not.toContain("one_time_codes");
    expect(JSON.stringify(t.logged)).toContain("one_time_codes");
  });
});

describe("finding orders without a script", () => {
  test("answers alike for every address, and its code opens the account", async () => {
    const t = await openShop({ web: realPages });
    await buy(t, t.browser, { products: [t.book], email: ANNA });
    const pages = await Promise.all(
      [ANNA, "nobody@example.com"].map(async (email) => {
        const page = await openBrowser(t).postForm("/orders/find", { email });
        return [page.status, (await page.text()).replaceAll(email, "X")];
      }),
    );
    expect(pages[0]).toEqual(pages[1]);
    await t.settle();
    expect(t.mails.filter(({ to }) => to !== ANNA)).toEqual([]);

    const browser = openBrowser(t);
    await browser.postForm("/orders/find", { email: ANNA });
    await t.settle();
    const response = await browser.postForm("/orders/find", { email: ANNA, otp: codeIn(t, ANNA) });
    expect(response.headers.get("Location")).toBe("/account");
    expect(await (await browser.get("/account")).text()).toContain("Dinosaur Busy Book");
  });
});

describe("signing out without a script", () => {
  const left = (t: ReturnType<typeof open>) => t.db.select().from(sessions).all();

  test("ends this browser's session alone", async () => {
    const t = open();
    const [here, there] = [await signedIn(t, ANNA), await signedIn(t, ANNA)];
    const response = await here.postForm("/account/sign-out", {});
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect((await here.get("/api/users/me")).status).toBe(401);
    expect((await there.get("/api/users/me")).status).toBe(200);
  });

  test("ends another session and stays here", async () => {
    const t = open();
    const [there, here] = [await signedIn(t, ANNA), await signedIn(t, ANNA)];
    const [first] = left(t);
    for (const session of [String(first?.id), String(first?.id), "x", "999"]) {
      const response = await here.postForm("/account/sign-out", { session });
      expect(response.headers.get("Location")).toBe("/account");
      expect(response.headers.get("Clear-Site-Data")).toBeNull();
    }
    expect((await there.get("/api/users/me")).status).toBe(401);
    expect((await here.get("/api/users/me")).status).toBe(200);
  });

  test("ends nobody else's", async () => {
    const t = open();
    const bob = await signedIn(t, "bob@example.com");
    const [his] = left(t);
    const anna = await signedIn(t, ANNA);
    await anna.postForm("/account/sign-out", { session: String(his?.id) });
    expect((await bob.get("/api/users/me")).status).toBe(200);
  });

  test("ends all of them", async () => {
    const t = open();
    const bob = await signedIn(t, "bob@example.com");
    const [here, there] = [await signedIn(t, ANNA), await signedIn(t, ANNA)];
    const response = await here.postForm("/account/sign-out", { session: "all" });
    expect(response.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
    expect((await there.get("/api/users/me")).status).toBe(401);
    expect((await bob.get("/api/users/me")).status).toBe(200);
  });

  test("of nobody leads to the sign-in page", async () => {
    const t = open();
    const response = await openBrowser(t).postForm("/account/sign-out", {});
    expect(response.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
  });
});

describe("the account's page", () => {
  test("is for nobody who is not signed in, and no cache keeps the way to sign in", async () => {
    const response = await openBrowser(open()).get("/account");
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  test("shows its owner what was bought, and is kept by no cache", async () => {
    const t = await openShop({ web: realPages });
    await buy(t, t.browser, { products: [t.book], email: ANNA });
    const anna = await signedIn(t, ANNA);
    const page = await anna.get("/account");
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(await page.text()).toContain("Dinosaur Busy Book");
    const bob = await signedIn(t, "bob@example.com");
    expect(await (await bob.get("/account")).text()).toContain("No Purchases Yet");
  });

  test("of the external login may reach the window that opened it", async () => {
    const page = await openBrowser(open()).get("/auth/callback?code=c");
    expect(page.headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
  });
});
