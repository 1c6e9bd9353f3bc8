import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type FrameLocator,
  type Page,
  type Route,
  test as base,
} from "playwright/test";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import { openStore, type Store } from "./store.ts";

export { expect };

/** Console error of Playwright's own probe in a mail's frame, which blocks scripts. */
const PROBE = /^Blocked script execution in '(?:about:blank|.*\/demo\/mail\/)/;
const QUIET_MS = 300;

type JourneyFixtures = {
  /** Allowed console messages and requests to other hosts, which do not fail the test. */
  allowConsole: RegExp;
  /** Applies the test's console and network checks to another browser context. */
  watch: (context: BrowserContext) => void;
};
type WorkerFixtures = { settings: Record<string, string>; store: Store };

/**
 * Test with a separate store per worker, so that a test may kill the store or change its products.
 * Fails on a console error or warning in any tab and on a request to another host.
 */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  /** Environment variables of the store. */
  settings: [{}, { option: true, scope: "worker" }],
  store: [
    async ({ settings }, use) => {
      const store = await openStore(settings);
      await use(store);
      await store.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ store }, use) => {
    await use(store.url);
    await store.restore();
  },
  allowConsole: [/^$/, { option: true }],
  // Each test has its own client address; otherwise all would share one rate limit.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
    await use({ ...extraHTTPHeaders, "X-Forwarded-For": `10.${a}.${b}.${c}` });
  },
  watch: async ({ allowConsole, store }, use) => {
    const messages: string[] = [];
    await use((context) => {
      context.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        messages.push(`${message.text()} at ${message.location().url}`);
      });
      context.on("weberror", (problem) => messages.push(problem.error().message));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin === store.url || !protocol.startsWith("http")) return;
        messages.push(`Foreign request: ${request.url()}`);
      });
    });
    expect(messages.filter((text) => !PROBE.test(text) && !allowConsole.test(text))).toEqual([]);
  },
  context: async ({ context, watch }, use) => {
    watch(context);
    await use(context);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    // Without scripts Playwright cannot detect a click that missed during smooth scrolling.
    if (javaScriptEnabled === false) await page.emulateMedia({ reducedMotion: "reduce" });
    await use(page);
  },
});

/** Opens a page and waits until it is hydrated. */
export async function openLive(page: Page, path: string) {
  await page.goto(path);
  await waitUntilLive(page);
}

/** Waits until a page, or the page in a frame, is hydrated. */
export async function waitUntilLive(page: Page | FrameLocator) {
  await page.locator("html[data-live]").waitFor({ state: "attached" });
}

/** The script that hydrates a page. */
export const LIVE_CODE = /\/assets\/hydrate/;

/** Holds requests to `url` until the returned function is called; then continues or fulfills. */
export async function hold(
  page: Page,
  url: string | RegExp,
  answer?: Parameters<Route["fulfill"]>[0],
) {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await (answer ? route.fulfill(answer) : route.continue());
  });
  return released.resolve;
}

/** Waits until the page has made no request for a moment. */
export async function waitUntilQuiet(page: Page) {
  const requested = () =>
    page.waitForEvent("request", { timeout: QUIET_MS }).then(
      () => true,
      () => false,
    );
  while (await requested());
}

/** Waits until Playwright has reported every request that the page has made so far. */
export async function everythingSent(page: Page) {
  await page.evaluate(() => fetch("/robots.txt"));
}

/** Clicks the pack's button on the landing page and arrives at the payment page. */
export async function startBuying(page: Page, pack: "Premium Pack" | "Advanced Pack") {
  await page.goto("/");
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: pack }) });
  await card.getByRole("button", { name: "DOWNLOAD NOW" }).click();
  await page.waitForURL(/\/demo\/pay\/cs_/);
}

const CARD = "4242 4242 4242 4242";
const PAYER = { name: "Anna Bear", expiry: "12/34", cvc: "123" };

/** Fills in the payment page and pays; the email may be prefilled. */
export async function pay(page: Page, email: string) {
  const field = page.getByLabel("Email");
  if (await field.isEditable()) await field.fill(email);
  await expect(field).toHaveValue(email);
  await page.getByLabel("Card number").fill(CARD);
  await page.getByLabel("Expiry (MM/YY)").fill(PAYER.expiry);
  await page.getByLabel("Security code").fill(PAYER.cvc);
  await page.getByLabel("Name on card").fill(PAYER.name);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
}

type Purchase = {
  /** Name of the product, or its id while the shop is closed. */
  pack: string | number;
  email: string;
  /** Names of other products in the same order. */
  extras?: string[];
  /** Path after the payment; defaults to the order's page. */
  successRouter?: (productId: number) => string;
};

/** Buys products through the API and opens the page after the payment. */
export async function buyAhead(page: Page, purchase: Purchase) {
  await page.goto(await payAhead(page, purchase));
}

/** Buys products through the API and returns the URL of the page after the payment. */
export async function payAhead(
  { request }: Requester,
  { pack, extras = [], email, successRouter }: Purchase,
): Promise<string> {
  const listed: { id: number; name: string }[] = await (await request.get("/api/products")).json();
  const idOf = (wanted: string | number) =>
    typeof wanted === "number" ? wanted : (listed.find(({ name }) => name === wanted)?.id ?? 0);
  const checkout = await request.post("/api/create-checkout-session", {
    data: {
      products: [pack, ...extras].map((name) => ({ productId: idOf(name), quantity: 1 })),
      successRouter: successRouter?.(idOf(pack)) ?? "/checkout/success",
      cancelRouter: "/checkout/cancel",
    },
  });
  expect(checkout.status(), await checkout.text()).toBe(200);
  const { checkoutUrl } = await checkout.json();
  const paid = await request.post(checkoutUrl, {
    form: { ...PAYER, email, asked: email, card: CARD },
    maxRedirects: 0,
  });
  return paid.headers()["location"] ?? "/the-payment-failed";
}

/** Buys the pack through the API and opens the first offer. */
export async function buyToOffer(page: Page, email: string) {
  await buyAhead(page, { pack: "Premium Pack", email, successRouter: (id) => `/upsell/${id}` });
}

/** Declines both offers after a payment and arrives at the order. */
export async function declineOffers(page: Page) {
  await page.waitForURL(/\/upsell\/\d+/);
  await page.getByRole("link", { name: "No, thank you" }).click();
  await page.waitForURL(/\/downsell\?/);
  await page.getByRole("button", { name: "No, continue without it" }).click();
  // With trackers the order number replaces the session id in the URL.
  await page.waitForURL(/\/checkout\/success\?(?:sessionId=cs_|order=)/);
}

/** A unique email: a worker's tests share the mailbox. */
export const newBuyer = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Returns a unique email address, and the same address with a typo. */
export function mistypedBuyer(name: string) {
  const right = newBuyer(name).replace("example.com", "gmail.com");
  return { wrong: right.replace("gmail", "gmial"), right };
}

/** Opens the newest mail to this email, with this subject, in the demo's mailbox. */
export async function openMailTo(page: Page, email: string, subject: string | RegExp = "") {
  const mail = page.getByRole("listitem").filter({ hasText: email }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto("/demo/mail");
    await expect(mail.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.first().getByRole("link").click();
  return page.frameLocator("iframe");
}

/** Header that marks a request as sent by the store's own pages. */
export const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin" };

export type Requester = { request: APIRequestContext };

/** The newest code mailed to an email, other than `known`. */
export async function codeMailedTo({ request }: Requester, email: string, known?: string) {
  let code = "";
  await expect(async () => {
    const list = await (await request.get("/demo/mail")).text();
    const entries = list.split("<li>").filter((part) => part.includes(email));
    // The order's mail may arrive after the code's mail, so search all entries.
    code = entries.map((entry) => /(\d{6}) is your/.exec(entry)?.[1]).find(Boolean) ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(known);
  }).toPass();
  return code;
}

/** Signs this browser in through the API and returns the code; `known` is an earlier code. */
export async function signInAs({ request }: Requester, email: string, known?: string) {
  const headers = SAME_ORIGIN;
  await request.post("/api/send-otp", { data: { email }, headers });
  const otp = await codeMailedTo({ request }, email, known);
  const answer = await request.post("/api/verify-otp", { data: { email, otp }, headers });
  expect(answer.status()).toBe(200);
  return otp;
}

/** Signs a browser in as the owner, as the demo's button does. */
export async function signInAsOwner({ request }: Requester): Promise<void> {
  const opened = await request.post("/demo/admin", { headers: SAME_ORIGIN });
  expect(opened.ok()).toBe(true);
}

/** Changes settings as the owner; pass another browser than the buyer's. */
export async function changeSettings({ request }: Requester, data: object): Promise<void> {
  await signInAsOwner({ request });
  const changed = await request.put("/api/tables/settings/1", { data, headers: SAME_ORIGIN });
  expect(changed.status(), await changed.text()).toBe(200);
}

export const PURCHASE_CALL = "**/api/products/purchase-detail*";

/** Stubs the API call of the order's page with an order of one product. */
export async function stubPurchase(page: Page, changes: Partial<PurchaseDetail>): Promise<void> {
  const product = { id: 1, name: "Premium Pack", productName: "", price: 900, quantity: 1 };
  const purchase: PurchaseDetail = {
    checkoutSessionId: "cs_test_0123456789",
    orderNumber: "K7QM-3XRT",
    status: "paid",
    purchaseDate: "2026-11-21T12:00:00.000Z",
    totalAmount: 900,
    currency: "usd",
    customerEmail: "anna@example.com",
    masked: false,
    canCorrectAddress: false,
    mail: "sent",
    firstView: true,
    products: [
      {
        ...product,
        type: "digital",
        billingPeriod: null,
        downloadUrl: "/files/a.zip",
        fileUrl: null,
        files: [],
      },
    ],
    otherOrders: [],
    ...changes,
  };
  await page.unroute(PURCHASE_CALL);
  await page.route(PURCHASE_CALL, (route) => route.fulfill({ json: purchase }));
}
