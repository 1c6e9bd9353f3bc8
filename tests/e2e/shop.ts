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
  // Playwright's own probe in the mailbox's frame, whose mails may run no script.
  /^Blocked script execution in '(?:about:blank|.*\/demo\/mail\/)/,
];
const QUIET_MS = 300;

type Watching = {
  allowConsole: RegExp[];
  /** Watches the consoles of a browser that the test has opened besides its own. */
  watch: (context: BrowserContext) => void;
};

/** Whatever tab of a journey it is: what its console says beyond debug output fails the test. */
export const test = base.extend<Watching>({
  allowConsole: [[], { option: true }],
  // Each test is a client of its own: together they would be one that starts too many checkouts.
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
    // Without scripts Playwright cannot see that a click hit another button than it aimed at, as it
    // does on a page that still scrolls smoothly.
    if (javaScriptEnabled === false) await page.emulateMedia({ reducedMotion: "reduce" });
    await use(page);
  },
});

function newAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}

/** Opens a page and waits until it answers by itself; before that its links and forms do. */
export async function openLive(page: Page, path: string) {
  await page.goto(path);
  await waitUntilLive(page);
}

/** Waits until the page that is shown, or the one in a frame, answers by itself. */
export async function waitUntilLive(page: Page | FrameLocator) {
  await page.locator("html[data-live]").waitFor({ state: "attached" });
}

/** The code that makes a page live. */
export const LIVE_CODE = /\/assets\/hydrate/;

/**
 * Holds what a page asks for at `url` until the returned function is called; then it goes on to the
 * shop, or gets `answer`.
 */
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

/** Waits until the page has asked for nothing for a moment, whatever it did before. */
export async function waitUntilQuiet(page: Page) {
  const asked = () =>
    page.waitForEvent("request", { timeout: QUIET_MS }).then(
      () => true,
      () => false,
    );
  while (await asked());
}

/** Presses the pack's button on the landing page and arrives at the payment page. */
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

/** Fills in the payment page and pays. It knows a buyer's address who has just bought something. */
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
  /** Other products in the same order. */
  beside?: string[];
  /** Where the payment leads; the order's page when left out. */
  successRouter?: (productId: number) => string;
};

/**
 * Pays for a product with the calls that its pages make, for journeys that begin after the payment,
 * and arrives where the payment leads. The address is kept as it is, whatever looks wrong with it.
 */
export async function buyAhead(
  page: Page,
  { pack, beside = [], email, card, successRouter }: Purchase,
) {
  const { request } = page;
  const products: { id: number; name: string }[] = await (
    await request.get("/api/products")
  ).json();
  const idOf = (wanted: string) => products.find(({ name }) => name === wanted)?.id ?? 0;
  const id = idOf(pack);
  const checkout = await request.post("/api/create-checkout-session", {
    data: {
      products: [pack, ...beside].map((name) => ({ productId: idOf(name), quantity: 1 })),
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

/** Says no to both offers that follow a payment, and arrives at the order. */
export async function declineOffers(page: Page) {
  await page.waitForURL(/\/upsell\/\d+/);
  await page.getByRole("link", { name: "No, thank you" }).click();
  await page.waitForURL(/\/downsell\?/);
  await page.getByRole("button", { name: "No, continue without it" }).click();
  // With trackers the session id leaves the address as soon as the order is verified.
  await page.waitForURL(/\/checkout\/success\?(?:sessionId=cs_|order=)/);
}

/** Waits until a test has heard of every request that the page has made so far. */
export async function everythingSent(page: Page) {
  await page.evaluate(() => fetch("/robots.txt"));
}

/** A new address for each test: the mailbox is shared by all of them. */
export function newBuyer(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** The same new buyer at a mistyped and at the right address. */
export function mistypedBuyer(name: string) {
  const right = newBuyer(name).replace("example.com", "gmail.com");
  return { wrong: right.replace("gmail", "gmial"), right };
}

/** The heading of an order's page that says to which address its files go. */
export function shownTo(page: Page, email: string) {
  const said = page.getByText(/^(?:We sent your files|Your files are on their way) to/);
  return page.getByRole("heading", { name: email }).and(said);
}

/** Opens the newest mail to this address in the demo's mailbox, of those with this subject. */
export async function openMailTo(page: Page, email: string, subject: string | RegExp = "") {
  const mail = page.getByRole("listitem").filter({ hasText: email }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto("/demo/mail");
    await expect(mail.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.first().getByRole("link").click();
  return page.frameLocator("iframe");
}
