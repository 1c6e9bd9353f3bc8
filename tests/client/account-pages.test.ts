import { describe, expect, test, vi } from "vitest";
import { render } from "../../client/app/entry-server.tsx";
import { ApiError } from "../../client/lib/answer.ts";
import type { PageRequest, PageSource } from "../../server/contract/pages.ts";
import {
  aBoughtProduct,
  aFile,
  aSession,
  aSource,
  assets,
  aUser,
  site,
  wordsOf,
} from "./fixtures.ts";

/** The account as a signed-in visitor gets it. */
const account = (source: Partial<PageSource> = {}, changes: Partial<PageRequest> = {}) =>
  render({
    url: "/account",
    site,
    source: aSource({ findUser: async () => aUser(), ...source }),
    assets,
    report: vi.fn(),
    ...changes,
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
    const source = { listPurchases: () => Promise.reject(failure) };
    const { html, status } = await account(source, { report });
    expect(status).toBe(200);
    expect(wordsOf(html)).toContain("Failed to load purchase history. Please try again later.");
    expect(html).not.toContain("SQLITE");
    expect(wordsOf(html)).toContain("Account Information");
    expect(report).toHaveBeenCalledExactlyOnceWith(failure);
  });

  test("says so when it could not be asked who is signed in", async () => {
    const text = "Failed to fetch user: API responded with HTTP status 500";
    const page = await account({ findUser: () => Promise.reject(new ApiError(text)) });
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
      "Month 1104 pagesMonth 1, A4 · 1.2 MB",
    ]) {
      expect(words).toContain(text);
    }
    expect(html).toMatch(
      /<a[^>]*href="\/files\/7\/Month-1-A4\.pdf"[^>]*target="_blank"[^>]*>Access Product/,
    );
    expect(html).not.toContain('href="/files/product');
  });

  test("leads to everything at once first, where there are several files", async () => {
    const files = [
      aFile(),
      aFile({ id: 8, title: "Month 1 (US Letter)", paper: "letter", url: "/files/8/b.pdf" }),
    ];
    const { html } = await account({ listPurchases: async () => [aBoughtProduct({ files })] });
    expect(wordsOf(html)).toContain(
      "Month 1104 pagesMonth 1, A4 · 1.2 MBMonth 1, US Letter · 1.2 MB",
    );
    expect(html).toMatch(/<a href="\/files\/8\/b\.pdf" target="_blank"/);
    const [access = "", bundle = ""] =
      html.match(/<a(?=[^>]* class="inline-flex)[^>]*files\/.*?<\/a>/g) ?? [];
    expect(access).toContain("Access Product");
    expect(access).not.toContain("bg-ink");
    expect(bundle).toMatch(/href="\/files\/product\/1\/Premium-Pack\.zip".*bg-ink/);
    expect(wordsOf(bundle)).toBe("Download all (ZIP, 2.5 MB): Premium Pack");
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
    const { html } = await account({}, { url: "/account?billing=failed" });
    expect(wordsOf(html)).toContain("The page for your subscription could not be opened.");
  });

  test("shows a payment under way as one, and asks nobody to write about it", async () => {
    const bare = { fileUrl: null, downloadUrl: null, files: [] };
    const pending = aBoughtProduct({ paymentPending: true, ...bare });
    const club = aBoughtProduct({
      id: 12,
      type: "subscription",
      billingPeriod: "month",
      paymentPending: true,
      ...bare,
    });
    const { html } = await account({ listPurchases: async () => [pending, club] });
    expect(wordsOf(html).split("Your payment is being processed.")).toHaveLength(3);
    for (const text of ["no files to open", "renews", "Manage subscription", "Access Product"]) {
      expect(wordsOf(html)).not.toContain(text);
    }
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
