import { expect, test } from "vitest";
import { ApiError } from "../../client/lib/answer.ts";
import type { PageData } from "../../server/pages/loaders.ts";
import { aBoughtProduct, accountData, aFile, aSession, aUser, wordsOf } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

/** Renders the account page of a signed-in buyer. */
const account = (changes: Partial<PageData["/account"]> = {}, url = "/account") =>
  renderPage(url, { "/account": accountData(changes) });
const accountWith = (...purchases: ReturnType<typeof aBoughtProduct>[]) => account({ purchases });

const NO_FILES = { fileUrl: null, downloadUrl: null, files: [] };

test("the account greets by name, or else by email", async () => {
  expect((await account()).words).toContain("Welcome, jordan@example.com");
  const { words } = await account({ user: aUser({ name: "Jordan Bear" }) });
  expectWords(words, ["Welcome, Jordan Bear", "NameJordan Bear", "Emailjordan@example.com"]);
});

test("an account without purchases has its headings and help, and leads to the packs", async () => {
  const { html, words } = await account();
  expectWords(words, [
    "My Account",
    "Access your purchased curriculum and manage your account",
    "Account Information",
    "Purchase History",
    "No Purchases Yet",
    "You haven't made any purchases yet. Explore our curriculum to get started!",
    "Need Help?",
    "Back to Home",
    "Logout",
  ]);
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Browse Curriculum<\/a>/);
  expect(html).toMatch(/<a[^>]*href="\/contact"[^>]*>Contact Support<\/a>/);
  expect(html).toMatch(/<a[^>]*href="mailto:hello@papercub.example"[^>]*>Email Us<\/a>/);
});

test("an account without its purchases says so, and shows the rest", async () => {
  const page = await account({ purchases: undefined });
  expect(page.status).toBe(200);
  const text = "Failed to load purchase history. Please try again later.";
  expectWords(page.html, [text, "Account Information"]);
});

test("the account says when the user could not be read", async () => {
  const text = "Failed to fetch user: API responded with HTTP status 500";
  const page = await renderPage("/account", {
    "/account": () => {
      throw new ApiError(text);
    },
  });
  expect(page).toMatchObject({ status: 500, personal: true });
  expect(page.words).toContain(text);
});

test("a purchase with one file opens it", async () => {
  const { html, words } = await accountWith(aBoughtProduct());
  expectWords(words, [
    "Premium Pack",
    "November 21, 2026",
    "$37.00 USD",
    "PC-2K7QX",
    "One-time Purchase",
    "Month 1104 pagesMonth 1, A4 · 1.2 MB",
  ]);
  const link = /<a[^>]*href="\/files\/7\/Month-1-A4\.pdf"[^>]*target="_blank"[^>]*>Access Product/;
  expect(html).toMatch(link);
  expect(html).not.toContain('href="/files/product');
});

test("a purchase with several files leads to all of them first", async () => {
  const letter = { title: "Month 1 (US Letter)", paper: "letter", url: "/files/8/b.pdf" } as const;
  const files = [aFile(), aFile({ id: 8, ...letter })];
  const { html, words } = await accountWith(aBoughtProduct({ files }));
  expect(words).toContain("Month 1104 pagesMonth 1, A4 · 1.2 MBMonth 1, US Letter · 1.2 MB");
  expect(html).toMatch(/<a href="\/files\/8\/b\.pdf" target="_blank"/);
  const [access = "", bundle = ""] =
    html.match(/<a(?=[^>]* class="inline-flex)[^>]*files\/.*?<\/a>/g) ?? [];
  expectWords(access, ["Access Product"], ["bg-ink"]);
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
const MANAGE = "Manage subscription";

test.each([
  [{}, ["Subscription renews monthly · Paid until December 21, 2126", MANAGE], []],
  [{ endsAtPeriodEnd: true }, ["Ends on December 21, 2126", MANAGE], ["renews"]],
  [
    { paymentFailed: true },
    [
      "The last payment failed. Update your card to keep this subscription. · Paid until December 21, 2126",
      MANAGE,
    ],
    ["renews"],
  ],
  [
    { endsAtPeriodEnd: true, accessUntil: "2026-01-21T10:00:00.000Z" },
    ["This subscription has ended. It was paid until January 21, 2026", MANAGE],
    ["renews"],
  ],
  [
    { paymentPending: true, ...NO_FILES },
    ["Your payment is being processed."],
    ["no files to open", "renews", MANAGE, "Access Product"],
  ],
])("a subscription with %j says its state", async (changes, shown, hidden) => {
  expectWords((await accountWith({ ...club, ...changes })).words, shown, hidden);
});

test("a subscription has a form that opens its billing page, and says when that failed", async () => {
  const { html } = await accountWith(club);
  expect(html).toMatch(/<form action="\/account\/billing" method="post"/);
  expect(html).toContain('name="itemId" value="11"');
  const { words } = await account({}, "/account?billing=failed");
  expect(words).toContain("The page for your subscription couldn't be opened.");
});

test.each([
  [{ paymentPending: true }, "Your payment is being processed."],
  [{ revoked: true, isWithheld: true }, "You have withdrawn from this order"],
  [{ revoked: true }, "This purchase was refunded or its payment was reversed"],
])("a purchase with %j has no files, and says why", async (changes, text) => {
  const { html } = await accountWith(aBoughtProduct({ ...changes, ...NO_FILES }));
  expectWords(html, [text], ["Access Product", "no files to open", "/files/"]);
});

test("the account lists sessions, all but this one with a button that ends it", async () => {
  const sessions = [aSession(), aSession({ id: 6, current: false, device: "Safari on iPhone" })];
  const { html, words } = await account({ sessions });
  expect(words).toContain("Firefox on WindowsThis browser");
  expectWords(
    html,
    [
      'name="session" value="6"',
      'name="session" value="all"',
      'aria-label="Sign out Safari on iPhone"',
    ],
    ['name="session" value="5"'],
  );
});
