import { describe, expect, test } from "vitest";
import { ApiError } from "../../client/lib/answer.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import { aBoughtProduct, aFile, aSession, aUser, wordsOf } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

/** The account as a signed-in visitor gets it. */
const account = (source: Partial<PageSource> = {}, url = "/account") =>
  renderPage(url, { findUser: async () => aUser(), ...source });

const BARE = { fileUrl: null, downloadUrl: null, files: [] };

describe("the account", () => {
  test("greets by name, or else by address", async () => {
    expect((await account()).words).toContain("Welcome, jordan@example.com");
    const { words } = await account({ findUser: async () => aUser({ name: "Jordan Bear" }) });
    expectWords(words, ["Welcome, Jordan Bear", "NameJordan Bear", "Emailjordan@example.com"]);
  });

  test("has its headings, its help and its ways out", async () => {
    const { html, words } = await account();
    expectWords(words, [
      "My Account",
      "Access your purchased curriculum and manage your account",
      "Account Information",
      "Purchase History",
      "Need Help?",
      "Back to Home",
      "Logout",
    ]);
    expect(html).toMatch(/<a[^>]*href="\/contact"[^>]*>Contact Support<\/a>/);
    expect(html).toMatch(/<a[^>]*href="mailto:hello@papercub.example"[^>]*>Email Us<\/a>/);
  });

  test("without purchases leads to the packs", async () => {
    const { html, words } = await account();
    expectWords(words, [
      "No Purchases Yet",
      "You haven't made any purchases yet. Explore our curriculum to get started!",
    ]);
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Browse Curriculum<\/a>/);
  });

  test("says when the purchases could not be read, reports it, and shows the rest", async () => {
    const failure = new Error("SQLITE_BUSY");
    const source = { listPurchases: () => Promise.reject(failure) };
    const { html, words, status, report } = await account(source);
    expect(status).toBe(200);
    expectWords(words, [
      "Failed to load purchase history. Please try again later.",
      "Account Information",
    ]);
    expect(html).not.toContain("SQLITE");
    expect(report).toHaveBeenCalledExactlyOnceWith(failure);
  });

  test("says so when it could not be asked who is signed in", async () => {
    const text = "Failed to fetch user: API responded with HTTP status 500";
    const page = await account({ findUser: () => Promise.reject(new ApiError(text)) });
    expect(page).toMatchObject({ status: 500, personal: true });
    expect(page.words).toContain(text);
  });

  test("shows a purchase with every way to its files", async () => {
    const { html, words } = await account({ listPurchases: async () => [aBoughtProduct()] });
    expectWords(words, [
      "Premium Pack",
      "November 21, 2026",
      "$37.00 USD",
      "PC-2K7QX",
      "One-time Purchase",
      "Month 1104 pagesMonth 1, A4 · 1.2 MB",
    ]);
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
    const purchase = aBoughtProduct({ files });
    const { html, words } = await account({ listPurchases: async () => [purchase] });
    expect(words).toContain("Month 1104 pagesMonth 1, A4 · 1.2 MBMonth 1, US Letter · 1.2 MB");
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
    const { html, words } = await account({ listPurchases: async () => [club] });
    expect(words).toContain("Subscription renews monthly · Paid until December 21, 2126");
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
    const { words } = await account({ listPurchases: async () => [{ ...club, ...changes }] });
    expectWords(words, [text, "Manage subscription"], ["renews"]);
  });

  test("says when the way to change it failed", async () => {
    const { words } = await account({}, "/account?billing=failed");
    expect(words).toContain("The page for your subscription could not be opened.");
  });

  test("shows a payment under way as one, and does not ask to write about it", async () => {
    const pending = { paymentPending: true, ...BARE };
    const purchases = [aBoughtProduct(pending), { ...club, ...pending, id: 12 }];
    const { words } = await account({ listPurchases: async () => purchases });
    expect(words.split("Your payment is being processed.")).toHaveLength(3);
    const wrong = ["no files to open", "renews", "Manage subscription", "Access Product"];
    expectWords(words, [], wrong);
  });

  test("shows a withdrawn purchase without files, and why", async () => {
    const withdrawn = aBoughtProduct({ withdrawn: true, ...BARE });
    const { html, words } = await account({ listPurchases: async () => [withdrawn] });
    const told = "This purchase was refunded or its payment was reversed";
    expectWords(words, [told], ["Access Product"]);
    expect(html).not.toContain("/files/");
  });

  test("lists where the user is signed in, each but this browser with a way to end it", async () => {
    const sessions = [aSession(), aSession({ id: 6, current: false, device: "Safari on iPhone" })];
    const { html, words } = await account({ listSessions: async () => sessions });
    expect(words).toContain("Firefox on WindowsThis browser");
    expect(html).not.toContain('name="session" value="5"');
    expect(html).toContain('name="session" value="6"');
    expect(html).toContain('name="session" value="all"');
    expect(html).toContain('aria-label="Sign out Safari on iPhone"');
  });
});
