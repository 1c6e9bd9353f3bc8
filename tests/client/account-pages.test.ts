import { describe, expect, test, vi } from "vitest";
import { render, type RenderInput } from "../../client/entry-server.tsx";
import { ApiError } from "../../client/lib/answer.ts";
import type { PageSource } from "../../client/lib/page-source.ts";
import type { LoginStart } from "../../server/contract/login.ts";
import { aBoughtProduct, aFile, aSession, aSource, assets, aUser, site } from "./fixtures.ts";

function renderPage(
  url: string,
  source: Partial<PageSource> = {},
  changes: Partial<RenderInput> = {},
) {
  return render({ url, site, source: aSource(source), assets, report: vi.fn(), ...changes });
}

/** The page's words as a reader meets them, without tags and scripts. */
function wordsOf(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->|<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("\u00a0", " ")
    .replaceAll("&amp;", "&");
}

const signedIn = { findUser: async () => aUser() };
const account = (source: Partial<PageSource> = {}) =>
  renderPage("/account", { ...signedIn, ...source });
const login = (start: Partial<LoginStart> = {}, url = "/login", changes = {}) =>
  renderPage(
    url,
    { openLogin: async () => ({ step: "email", email: "", error: null, ...start }) },
    changes,
  );

describe("who may see which page", () => {
  test("the account sends a visitor to the sign-in page, for this time only", async () => {
    expect(await renderPage("/account?billing=failed")).toMatchObject({
      status: 302,
      personal: true,
      html: "",
      location: "/login?returnUrl=%2Faccount",
    });
  });

  test.each([
    ["/login?returnUrl=%2Faccount", "/account"],
    ["/login?redirect=%2Fcontact", "/contact"],
    ["/login", "/"],
    ["/login?returnUrl=%2F%2Fevil.example", "/"],
    ["/login?returnUrl=%2Flogin", "/"],
    ["/login?returnUrl=%2Fcontact&returnUrl=%2Faccount", "/account"],
  ])("%s leads a signed-in visitor to %s", async (url, location) => {
    expect(await renderPage(url, signedIn)).toMatchObject({ status: 302, location });
  });

  test.each(["/login", "/account", "/orders/find", "/auth/callback?code=c"])(
    "%s is kept by no cache and in no index",
    async (url) => {
      const source = url === "/account" ? signedIn : {};
      const page = await renderPage(url, source);
      expect(page).toMatchObject({ status: 200, personal: true, indexable: false });
      expect(page.html.match(/<h1/g)).toHaveLength(1);
      expect(page.html.match(/<main/g)).toHaveLength(1);
    },
  );

  test("public pages may be kept", async () => {
    for (const url of ["/", "/contact"]) {
      expect(await renderPage(url)).toMatchObject({ personal: false });
    }
  });
});

describe("the sign-in page", () => {
  test("has every label of its first step", async () => {
    const { html } = await login({}, "/login?returnUrl=%2Faccount", {
      site: { ...site, login: { id: "google", name: "Google" } },
    });
    const words = wordsOf(html);
    expect(words).toContain("Sign in to access your curriculum and learning materials");
    expect(words).toContain("Continue with Google");
    expect(html).toMatch(
      /<input[^>]*type="email"[^>]*required=""|<input[^>]*required=""[^>]*type="email"/,
    );
    expect(html).toMatch(/<a[^>]*href="\/terms"[^>]*>Terms of Service<\/a>/);
    expect(html).toMatch(/<a[^>]*href="\/privacy"[^>]*>Privacy Policy<\/a>/);
    expect(html).toMatch(/<a[^>]*href="\/orders\/find"/);
    expect(html).toMatch(/<form[^>]*action="\/login\?returnUrl=%2Faccount" method="post"/);
  });

  test("has no button of a login that is not set up", async () => {
    expect(wordsOf((await login()).html)).not.toContain("Continue with");
  });

  test("has every label of its second step", async () => {
    const { html } = await login({ step: "code", email: "anna@example.com" });
    const words = wordsOf(html);
    expect(words).toContain("Enter the 6-digit code sent to anna@example.com");
    expect(words).toContain("Back to email entry");
    expect(words).not.toContain("Continue with");
    const field = /<input[^>]*name="otp"[^>]*>/.exec(html)?.[0] ?? "";
    expect(field).toContain('placeholder="000000"');
    expect(field).toContain('maxLength="6"');
    expect(field).toContain('autoComplete="one-time-code"');
    expect(field).toContain('inputMode="numeric"');
  });

  test("shows what went wrong, and escapes it", async () => {
    const { html } = await login({ step: "code", email: "<b>@x.co", error: "No <b>luck</b>." });
    expect(html).toContain("No &lt;b&gt;luck&lt;/b&gt;.");
    expect(html).not.toContain("<b>");
  });

  test.each(["//evil.example", "javascript:alert(1)", "https://evil.example", "/\\evil.example"])(
    "keeps nothing of the hostile address %j",
    async (address) => {
      const { html } = await login({}, `/login?returnUrl=${encodeURIComponent(address)}`);
      expect(html.replace(/<script.*?<\/script>/gs, "")).not.toContain("evil");
      expect(html).toMatch(/<form[^>]*action="\/login"/);
    },
  );

  test("says where the demo's mails are, in the demo alone", async () => {
    const start: Partial<LoginStart> = { step: "code", email: "a@b.co" };
    expect(wordsOf((await login(start)).html)).not.toContain("demo mailbox");
    const demo = await login(start, "/login", { site: { ...site, demo: true } });
    expect(wordsOf(demo.html)).toContain("demo mailbox");
  });
});

test("the way to orders tells nobody whether there are some", async () => {
  const openLogin = async (): Promise<LoginStart> => ({
    step: "code",
    email: "a@b.co",
    error: null,
  });
  const { html } = await renderPage("/orders/find", { openLogin });
  expect(wordsOf(html)).toContain("If there are orders for a@b.co, a 6-digit code is on its way.");
  expect(html).toMatch(/<form[^>]*action="\/orders\/find" method="post"/);
});

describe("the page that the external login comes back to", () => {
  test("says what it does while it passes the result on", async () => {
    const words = wordsOf((await renderPage("/auth/callback?code=c&state=s")).html);
    expect(words).toContain("Logging in");
    expect(words).toContain("Please wait, we are verifying your identity...");
  });

  test("keeps the code out of everything but the address", async () => {
    const { html } = await renderPage("/auth/callback?code=secret-code&state=secret-state");
    expect(html).not.toContain("secret");
  });

  test("leads back to the sign-in page when it has nothing to pass on", async () => {
    const { html } = await renderPage("/auth/callback");
    expect(wordsOf(html)).toContain("No OAuth code or error found in URL parameters.");
    expect(html).toMatch(/<a[^>]*href="\/login\?returnUrl=%2Faccount"/);
  });
});

describe("the account", () => {
  test("greets by name, or else by address", async () => {
    expect(wordsOf((await account()).html)).toContain("Welcome, jordan@example.com");
    const { html } = await account({ findUser: async () => aUser({ name: "Jordan Bear" }) });
    expect(wordsOf(html)).toContain("Welcome, Jordan Bear");
    expect(wordsOf(html)).toContain("NameJordan Bear");
    expect(wordsOf(html)).toContain("Emailjordan@example.com");
  });

  test("has its headings, its help and its ways out", async () => {
    const { html } = await account();
    for (const text of [
      "My Account",
      "Access your purchased curriculum and manage your account",
      "Account Information",
      "Purchase History",
      "Need Help?",
    ]) {
      expect(wordsOf(html)).toContain(text);
    }
    expect(html).toMatch(/<a[^>]*href="\/contact"[^>]*>Contact Support<\/a>/);
    expect(html).toMatch(/<a[^>]*href="mailto:hello@papercub.example"[^>]*>Email Us<\/a>/);
    expect(wordsOf(html)).toContain("Back to Home");
    expect(wordsOf(html)).toContain("Logout");
  });

  test("without purchases leads to the packs", async () => {
    const { html } = await account();
    expect(wordsOf(html)).toContain("No Purchases Yet");
    expect(wordsOf(html)).toContain(
      "You haven't made any purchases yet. Explore our curriculum to get started!",
    );
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Browse Curriculum<\/a>/);
  });

  test("says when the purchases could not be read, reports it, and shows the rest", async () => {
    const report = vi.fn();
    const failure = new Error("SQLITE_BUSY");
    const source = aSource({ ...signedIn, listPurchases: () => Promise.reject(failure) });
    const { html, status } = await renderPage("/account", {}, { source, report });
    expect(status).toBe(200);
    expect(wordsOf(html)).toContain("Failed to load purchase history. Please try again later.");
    expect(html).not.toContain("SQLITE");
    expect(wordsOf(html)).toContain("Account Information");
    expect(report).toHaveBeenCalledExactlyOnceWith(failure);
  });

  test("says so when it could not be asked who is signed in", async () => {
    const text = "Failed to fetch user: API responded with HTTP status 500";
    const page = await renderPage("/account", {
      findUser: () => Promise.reject(new ApiError(text)),
    });
    expect(page).toMatchObject({ status: 500, personal: true });
    expect(wordsOf(page.html)).toContain(text);
  });

  test("shows a purchase with every way to its files", async () => {
    const { html } = await account({ listPurchases: async () => [aBoughtProduct()] });
    const words = wordsOf(html);
    for (const text of [
      "Premium Pack",
      "November 21, 2026",
      "$37.00 USD",
      "PC-2K7QX",
      "One-time Purchase",
      "Month 1, A4",
      "104 pages · 1.2 MB",
    ]) {
      expect(words).toContain(text);
    }
    expect(html).toMatch(
      /<a[^>]*href="\/files\/7\/Month-1-A4\.pdf"[^>]*target="_blank"[^>]*>Access Product/,
    );
    expect(html).toMatch(/<a[^>]*href="\/files\/product\/1\/Premium-Pack\.zip"/);
  });

  test("folds many files into one list for each paper, the newest product's first one open", async () => {
    const files = Array.from({ length: 18 }, (_, index) =>
      aFile({
        id: index + 1,
        title: `Month ${(index % 9) + 1} (${index < 9 ? "A4" : "US Letter"})`,
        paper: index < 9 ? "a4" : "letter",
      }),
    );
    const purchases = [aBoughtProduct({ files }), aBoughtProduct({ id: 12, files })];
    const { html } = await account({ listPurchases: async () => purchases });
    expect(html.match(/<details/g)).toHaveLength(4);
    expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1);
    expect(wordsOf(html)).toContain("A49 files, 936 pages, 11 MB");
    expect(wordsOf(html)).toContain("US Letter9 files, 936 pages, 11 MB");
  });

  const club = aBoughtProduct({
    productName: "Printables Club",
    type: "subscription",
    billingType: "subscription",
    billingPeriod: "month",
    accessUntil: "2126-12-21T10:00:00.000Z",
  });

  test("shows a subscription with its period and the way to change it", async () => {
    const { html } = await account({ listPurchases: async () => [club] });
    expect(wordsOf(html)).toContain("Subscription renews monthly · Paid until December 21, 2126");
    expect(html).toMatch(/<form action="\/account\/billing" method="post"/);
    expect(html).toContain('name="itemId" value="11"');
  });

  test.each([
    [{ endsAtPeriodEnd: true }, "Ends on December 21, 2126"],
    [
      { paymentFailed: true },
      "The last payment failed. Update your card to keep this subscription. · Paid until December 21, 2126",
    ],
    [
      { endsAtPeriodEnd: true, accessUntil: "2026-01-21T10:00:00.000Z" },
      "This subscription has ended. It was paid until January 21, 2026",
    ],
  ])("shows a subscription of %j without a word of renewing", async (changes, text) => {
    const { html } = await account({ listPurchases: async () => [{ ...club, ...changes }] });
    expect(wordsOf(html)).toContain(text);
    expect(wordsOf(html)).not.toContain("renews");
    expect(wordsOf(html)).toContain("Manage subscription");
  });

  test("says when the way to change it failed", async () => {
    const { html } = await renderPage("/account?billing=failed", signedIn);
    expect(wordsOf(html)).toContain("The page for your subscription could not be opened.");
  });

  test("shows a withdrawn purchase without files, and why", async () => {
    const withdrawn = aBoughtProduct({
      withdrawn: true,
      fileUrl: null,
      downloadUrl: null,
      files: [],
    });
    const { html } = await account({ listPurchases: async () => [withdrawn] });
    expect(wordsOf(html)).toContain("This purchase was refunded or its payment was taken back");
    expect(html).not.toContain("/files/");
    expect(wordsOf(html)).not.toContain("Access Product");
  });

  test("lists where somebody is signed in, each but this browser with a way to end it", async () => {
    const sessions = [aSession(), aSession({ id: 6, current: false, device: "Safari on iPhone" })];
    const { html } = await account({ listSessions: async () => sessions });
    expect(wordsOf(html)).toContain("Firefox on WindowsThis browser");
    expect(html).not.toContain('name="session" value="5"');
    expect(html).toContain('name="session" value="6"');
    expect(html).toContain('name="session" value="all"');
    expect(html).toContain('aria-label="Sign out Safari on iPhone"');
  });
});
