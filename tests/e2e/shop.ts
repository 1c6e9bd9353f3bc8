import {
  type BrowserContext,
  expect,
  type FrameLocator,
  type Page,
  type Route,
  test as base,
} from "playwright/test";

export { expect };

const NEVER_MEANT = [
  // Playwright's own probe in the frame of a mail, which may run no script.
  /^Blocked script execution in '(?:about:blank|.*\/demo\/mail\/)/,
];
const QUIET_MS = 300;

type Watching = {
  allowConsole: RegExp[];
  /** Checks the consoles of another browser context. */
  watch: (context: BrowserContext) => void;
};

/** Fails a test on console errors and warnings in any tab. */
export const test = base.extend<Watching>({
  allowConsole: [[], { option: true }],
  // Each test has its own client address, or all would share one rate limit.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, "X-Forwarded-For": newAddress() }),
  watch: async ({ allowConsole }, use) => {
    const said: string[] = [];
    await use((context) => {
      context.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        said.push(`${message.text()} at ${message.location().url}`);
      });
      context.on("weberror", (problem) => said.push(problem.error().message));
    });
    expect(
      said.filter((text) => ![...NEVER_MEANT, ...allowConsole].some((part) => part.test(text))),
    ).toEqual([]);
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

function newAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}

/** Opens a page and waits until it is hydrated. */
export async function openLive(page: Page, path: string) {
  await page.goto(path);
  await waitUntilLive(page);
}

/** Waits until the page, or the one in a frame, is hydrated. */
export async function waitUntilLive(page: Page | FrameLocator) {
  await page.locator("html[data-live]").waitFor({ state: "attached" });
}

/** The script that hydrates a page. */
export const LIVE_CODE = /\/assets\/hydrate/;

/** Holds requests to `url` until the returned function is called; then continues, or fulfills with `answer`. */
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
  const asked = () =>
    page.waitForEvent("request", { timeout: QUIET_MS }).then(
      () => true,
      () => false,
    );
  while (await asked());
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

const GOOD_CARD = "4242 4242 4242 4242";
const PAYER = { name: "Anna Bear", expiry: "12/34", cvc: "123" };

type Payment = { email: string; card?: string };

/** Fills in the payment page and pays. The page may know the buyer's email already. */
export async function pay(page: Page, { email, card = GOOD_CARD }: Payment) {
  const field = page.getByLabel("Email");
  if (await field.isEditable()) await field.fill(email);
  await expect(field).toHaveValue(email);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry (MM/YY)").fill(PAYER.expiry);
  await page.getByLabel("Security code").fill(PAYER.cvc);
  await page.getByLabel("Name on card").fill(PAYER.name);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
}

type Purchase = Payment & {
  pack: string;
  /** Other products of the same order. */
  extras?: string[];
  /** Path after the payment; by default the order's page. */
  successRouter?: (productId: number) => string;
};

/** Pays for a product by calls, for journeys that start after the payment, and opens the page after it. */
export async function buyAhead(
  page: Page,
  { pack, extras = [], email, card, successRouter }: Purchase,
) {
  const { request } = page;
  const products: { id: number; name: string }[] = await (
    await request.get("/api/products")
  ).json();
  const idOf = (wanted: string) => products.find(({ name }) => name === wanted)?.id ?? 0;
  const id = idOf(pack);
  const checkout = await request.post("/api/create-checkout-session", {
    data: {
      products: [pack, ...extras].map((name) => ({ productId: idOf(name), quantity: 1 })),
      successRouter: successRouter?.(id) ?? "/checkout/success",
      cancelRouter: "/checkout/cancel",
    },
  });
  expect(checkout.status(), await checkout.text()).toBe(200);
  const { checkoutUrl } = await checkout.json();
  const paid = await request.post(checkoutUrl, {
    form: { ...PAYER, email, asked: email, card: card ?? GOOD_CARD },
    maxRedirects: 0,
  });
  await page.goto(paid.headers()["location"] ?? "/the-payment-failed");
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

/** Waits until the test has seen every request that the page has made so far. */
export async function everythingSent(page: Page) {
  await page.evaluate(() => fetch("/robots.txt"));
}

/** A unique email: all tests share the mailbox. */
export function newBuyer(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** A unique email with and without a typo. */
export function mistypedBuyer(name: string) {
  const right = newBuyer(name).replace("example.com", "gmail.com");
  return { wrong: right.replace("gmail", "gmial"), right };
}

/** The heading of an order's page with the email that gets the files. */
export function shownTo(page: Page, email: string) {
  const said = page.getByText(/^(?:We sent your files|Your files are on their way) to/);
  return page.getByRole("heading", { name: email }).and(said);
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
