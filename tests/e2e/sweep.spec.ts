// Every page in every state: no accessibility violation, no horizontal scrolling.
import type { Page } from "playwright/test";
import {
  buyAhead,
  buyToOffer,
  expect,
  hold,
  LIVE_CODE,
  newBuyer,
  openLive,
  PURCHASE_CALL,
  signInAs,
  startBuying,
  stubPurchase,
  test,
} from "./shop.ts";
import { expectSound, expectStateSound } from "./accessible.ts";

type State = {
  /** Runs before the page opens. */
  before?: (page: Page) => Promise<unknown>;
  /** Path to open; by default the page stays as the previous state left it. */
  path?: string;
  /** Brings the page into the state. */
  act?: (page: Page) => Promise<unknown>;
  /** Text that is visible in the state. */
  text?: string | RegExp;
  /** Checks all widths, on pages whose layout changes with the width; otherwise the narrowest. */
  isWide?: boolean;
};

const MAX_LINE_CHARACTERS = 68;
const ORDER = "/checkout/success?sessionId=cs_test_0123456789";
const WRONG = "Invalid verification code. Please try again.";

// Playwright cannot hold back requests of a service worker.
test.use({
  serviceWorkers: "block",
  allowConsole:
    /status of (?:40[0479]|429|502) .*\/(?:no-such-page|api\/.*)$|registration blocked by Playwright/,
});

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).last().click();
const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label).fill(text);
const answer = (url: string, status: number, json: object) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status, json }));
const all =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };
const order =
  (changes: Parameters<typeof stubPurchase>[1]) =>
  (page: Page): Promise<void> =>
    stubPurchase(page, { canCorrectAddress: true, ...changes });

/** Both steps of a sign-in with a mistyped email address. */
const SIGN_IN: State[] = [
  {
    path: "/login?returnUrl=%2Faccount",
    before: all(
      (page) => page.clock.setFixedTime(0),
      answer("**/api/send-otp", 200, { success: true }),
    ),
    isWide: true,
  },
  {
    act: (page) => page.getByLabel("Email address").press("Enter"),
    text: "Please enter your email address",
  },
  {
    act: all(fill("Email address", "anna@gmial.com"), (page) =>
      page.getByLabel("Email address").press("Enter"),
    ),
    text: "Did you mean anna@gmail.com?",
  },
  {
    // Advance the clock: Enter right after the typo warning does not confirm it.
    act: async (page) => {
      await page.clock.setFixedTime(1000);
      await page.getByLabel("Email address").press("Enter");
      await expect(page.getByLabel("Verification code")).toBeVisible();
    },
  },
];

const GROUPS: Record<string, State[]> = {
  "the public pages": [
    // Axe skips sections without layout; a fragment in the URL lays out all of them.
    {
      path: "/#content",
      act: (page) => page.locator("#faq summary").last().click(),
      isWide: true,
    },
    { path: "/products/premium-pack", act: expectReadableLines, isWide: true },
    { path: "/privacy", act: expectReadableLines, isWide: true },
    ...["/terms", "/refund"].map((path) => ({ path, act: expectReadableLines })),
    ...[
      "/checkout/cancel",
      "/checkout/error",
      "/checkout/success",
      "/mails/stop",
      "/orders/review",
      "/withdraw",
      "/no-such-page",
    ].map((path) => ({ path })),
  ],
  "the contact form and the demo's pages": [
    { path: "/contact", isWide: true },
    { act: click("Send Message"), text: "Message is required" },
    {
      act: all(
        fill("Full Name", "Anna Bear"),
        fill("Subject", "Month 3"),
        fill("Message", `https://papercub.example/${"month-1-".repeat(40)}`),
        fill("Email Address", "anna@gmial.com"),
        (page) => page.getByLabel("Subject").focus(),
      ),
      text: "Did you mean anna@gmail.com?",
    },
    {
      act: all(
        fill("Email Address", "anna@example.com"),
        answer("**/api/forms/submit", 200, { success: false }),
        click("Send Message"),
      ),
      text: "Error sending message.",
    },
    {
      act: all((page) => page.route("**/api/forms/submit", () => {}), click("Send Message")),
      text: "Sending your message...",
    },
    {
      path: "/contact",
      act: all(
        fill("Full Name", "Anna Bear"),
        fill("Email Address", "anna@example.com"),
        fill("Message", "Hello, the maze on page 14 does not print."),
        answer("**/api/forms/submit", 200, { success: true }),
        click("Send Message"),
      ),
      text: "Thank you! Your message has been sent",
    },
    { act: (page) => startBuying(page, "Premium Pack"), isWide: true },
    { act: click(/^Pay \$/), text: "Please check the marked fields." },
    { act: expectDemoMailbox },
  ],
  "the order's page": [
    { path: ORDER, before: order({ news: false }), text: "Yes, email me", isWide: true },
    { path: ORDER, before: order({ status: "processing" }), text: "being processed" },
    { path: ORDER, before: order({ masked: true }), text: "Email my files again" },
    { path: ORDER, before: order({ mail: "failed" }), text: "couldn't be delivered" },
    {
      path: ORDER,
      before: order({ customerEmail: "mirabella-josephine@gmial.com" }),
      text: "Did you mean",
    },
    { act: click("Wrong address?"), text: "The right email address" },
    { path: `${ORDER}&again=1`, text: "You already have this" },
    {
      path: ORDER,
      before: answer(PURCHASE_CALL, 409, { message: "Not completed.", code: "unpaid" }),
      text: "Purchase Failed",
    },
  ],
  "signing in": [
    { path: "/orders/find" },
    ...SIGN_IN,
    { act: useUpCode, text: "This code no longer works." },
    {
      path: "/login",
      act: all(
        (page) => page.evaluate(() => void (window.open = () => null)),
        click("Continue with Google"),
      ),
      text: "Failed to open popup window",
    },
    { path: "/auth/callback" },
    {
      act: async (page) => {
        await hold(page, LIVE_CODE);
        await page.goto("/auth/callback?code=c&state=s");
      },
      text: "Please wait, we are verifying your identity...",
    },
  ],
};

for (const [name, states] of Object.entries(GROUPS)) {
  test(name, async ({ page }) => {
    test.slow();
    for (const state of states) await sweep(page, state);
  });
}

async function sweep(page: Page, { before, path, act, text, isWide }: State) {
  await before?.(page);
  if (path) await openLive(page, path);
  await act?.(page);
  if (text) await expect(page.getByText(text).first()).toBeVisible();
  await (isWide ? expectSound : expectStateSound)(page);
}

test("the offers and the account", async ({ page, store }) => {
  test.slow();
  const email = newBuyer("gina");
  await buyToOffer(page, email);
  const pack = store.idOf("Premium Pack");
  const downsell = `/downsell?originalProductId=${pack}`;
  const offers = [`/upsell/${pack}`, `/upsell2?originalProductId=${pack}`, downsell];
  for (const path of offers) {
    await sweep(page, { path, text: /Premium Pack is paid/, isWide: path === offers[0] });
  }
  await page.route("**/api/create-checkout-session", () => {});
  const states: State[] = [
    { act: click("Yes, add it and go to payment"), text: "Processing..." },
    { path: `/checkout/cancel?offer=downsell&originalProductId=${pack}`, text: "is paid and safe" },
    {
      act: async () => {
        await buyAhead(page, { pack: "Color Workbook for Kids", email });
        await openLive(page, downsell);
      },
      text: "You already have this",
    },
    {
      act: async () => {
        await signInAs(page, email);
        await openLive(page, "/account");
      },
      text: "Purchase History",
      isWide: true,
    },
    // Skip transitions: intermediate colors fail the contrast check.
    { act: () => page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" }) },
    {
      act: all(answer("**/api/logout", 502, {}), click("Logout")),
      text: "signed out on this device",
    },
  ];
  for (const state of states) await sweep(page, state);
  await page.emulateMedia({ colorScheme: "light" });
  await page.context().clearCookies();
  // Without a paid order, and without a pack.
  for (const path of [downsell, "/downsell"]) await sweep(page, { path });
  await signInAs(page, newBuyer("anna"));
  await sweep(page, { path: "/account", text: "No Purchases Yet" });
  await sweep(page, { path: "/account/delete", text: "And your files?", isWide: true });
  await sweep(page, { act: click("Email me a code"), text: "We've sent a 6-digit code" });
});

async function useUpCode(page: Page) {
  await answer("**/api/verify-otp", 400, { error: WRONG, code: "invalid", reason: "code_invalid" })(
    page,
  );
  for (let n = 1; n <= 5; n++) {
    await page.getByLabel("Verification code").fill(`00000${n}`);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await expect(page.getByRole("alert")).toContainText(WRONG);
  }
}

async function expectDemoMailbox(page: Page) {
  await page.goto("/demo/mail");
  const hasFonts = await page.evaluate(async () => {
    await document.fonts.ready;
    return ["600 30px Fredoka", "400 16px Figtree"].every((font) => document.fonts.check(font));
  });
  expect(hasFonts).toBe(true);
}

/** Expects a readable line length: the highest average of characters per line in a paragraph. */
async function expectReadableLines(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  const longest = await page.evaluate(() => {
    const lengths = [...document.querySelectorAll("main p, main li, main dd")].map((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const tops = [...range.getClientRects()].map((rect) => Math.round(rect.top / 8));
      const lines = new Set(tops).size;
      return lines > 2 ? paragraph.textContent.length / lines : 0;
    });
    return Math.max(...lengths);
  });
  expect(longest).toBeGreaterThan(20);
  expect(longest).toBeLessThanOrEqual(MAX_LINE_CHARACTERS);
}
