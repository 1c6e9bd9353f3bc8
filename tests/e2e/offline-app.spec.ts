import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright/test";
import type { PurchasedProduct } from "../../server/contract/answers.ts";
import { holdings } from "./library-shop.ts";
import { type Store, storeFixture } from "./own-store.ts";
import { buyAhead, expect, newBuyer, test as base } from "./shop.ts";
import { signInAs } from "./sign-in.ts";

const RANGE_LIMIT_MS = 50;
const LARGE_BYTES = 150 * 1024 * 1024;
const PART_BYTES = 64 * 1024;
const LARGE_PATH = "/files/999999/Large.pdf";
const FILE = "Month 1: Hello School, A4";
const FILE_NAME = "/Month-1-Hello-School-A4.pdf";

type OfflineApp = {
  store: Store;
  /** Restarts the browser with the same profile. */
  reopen: () => Promise<{ context: BrowserContext; page: Page }>;
};

/** A browser with a persistent profile, and a store that can be killed. */
const test = base.extend<OfflineApp>({
  store: storeFixture(),
  reopen: async ({ playwright, launchOptions, store, watch, extraHTTPHeaders }, use) => {
    const profile = await mkdtemp(join(tmpdir(), "papercub-profile-"));
    let open: BrowserContext | undefined;
    await use(async () => {
      await open?.close();
      open = await playwright.chromium.launchPersistentContext(profile, {
        ...launchOptions,
        baseURL: store.url,
        ...(extraHTTPHeaders && { extraHTTPHeaders }),
      });
      watch(open);
      return { context: open, page: open.pages()[0] ?? (await open.newPage()) };
    });
    await open?.close();
    await rm(profile, { recursive: true, force: true });
  },
});

// Requests to the killed store fail, and the offline page has status 503.
// The admin's code is not cached.
test.use({
  allowConsole: [/ERR_CONNECTION_RE(?:FUSED|SET)|status of 503|ERR_FAILED .*\/(?:assets|files)\//],
});

/** Buys the pack and opens the account, controlled by the worker. */
async function openAccount(page: Page, email: string): Promise<void> {
  await buyAhead(page, { pack: "Premium Pack", email });
  await signInAs(page, email);
  await page.goto("/account");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

async function saveFirst(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "A4", exact: true }).check();
  await page.getByRole("button", { name: `Save for offline: ${FILE}` }).click();
  await expect(page.getByRole("link", { name: `Open: ${FILE}` })).toBeVisible();
}

/** Launches the installed app in its own window. */
async function launchApp(context: BrowserContext, browser: CDPSession, manifestId: string) {
  const opening = context.waitForEvent("page");
  const startedAt = performance.now();
  await browser.send("PWA.launch", { manifestId });
  const app = await opening;
  await expect(app.getByRole("heading", { level: 1, name: "My Account" })).toBeVisible();
  const launchMs = performance.now() - startedAt;
  const { paintMs, isWindow } = await app.evaluate(() => ({
    paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    isWindow: matchMedia("(display-mode: standalone)").matches,
  }));
  expect(isWindow).toBe(true);
  return { app, launchMs, paintMs };
}

const report = (text: string) => process.stdout.write(`${text}\n`);

test("a saved file opens and prints from the installed app after the store was killed @pdf", async ({
  store,
  reopen,
}) => {
  const first = await reopen();
  await openAccount(first.page, newBuyer("kim"));
  await saveFirst(first.page);
  const [bought]: PurchasedProduct[] = await (
    await first.page.request.get("/api/products/purchased-products")
  ).json();
  const file = bought?.files.find(({ url }) => url.endsWith(FILE_NAME));
  const manifestId = `${store.url}/account`;
  const installing = await first.context.newCDPSession(first.page);
  await installing.send("PWA.install", { manifestId, installUrlOrBundleUrl: manifestId });
  await installing.send("PWA.changeAppUserSettings", { manifestId, displayMode: "standalone" });
  await store.kill();

  const { context, page } = await reopen();
  const browser = await context.newCDPSession(page);
  const { app, launchMs, paintMs } = await launchApp(context, browser, manifestId);
  report(`P2: launched in ${launchMs.toFixed(0)} ms`);
  report(`P3: first paint after ${paintMs.toFixed(0)} ms`);
  await expect(app.getByText("You're offline.")).toBeVisible();

  const { entries } = await holdings(app);
  expect(entries).toEqual([{ path: file?.url, kind: "200 basic", sha256: file?.sha256 }]);
  const opened = context.waitForEvent("page");
  await app.getByRole("link", { name: `Open: ${FILE}` }).click();
  const viewer = await opened;
  await expect
    .poll(() => viewer.frames().some((frame) => frame.url().startsWith("chrome-extension://")))
    .toBe(true);
  await viewer.close();

  const printed = await app.evaluateHandle(() => {
    const frames: string[] = [];
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
      get(this: HTMLIFrameElement) {
        const print = () => frames.push(new URL(this.src).pathname);
        return { focus() {}, print, addEventListener() {} };
      },
    });
    return frames;
  });
  await app.getByRole("button", { name: `Print: ${FILE}` }).click();
  await expect.poll(() => printed.jsonValue()).toEqual([file?.url]);
});

test("a range of a large saved file is fast, and no link leaves the offline app", async ({
  store,
  reopen,
}) => {
  const { page } = await reopen();
  await openAccount(page, newBuyer("lou"));
  await saveFirst(page);
  await page.evaluate(
    async ({ path, size }) => {
      const [name = ""] = (await caches.keys()).filter((each) => each.startsWith("files-"));
      const headers = { "Content-Type": "application/pdf" };
      await (await caches.open(name)).put(path, new Response(new Uint8Array(size), { headers }));
      navigator.serviceWorker.controller?.postMessage({ type: "FILES_CHANGED" });
    },
    { path: LARGE_PATH, size: LARGE_BYTES },
  );
  await store.kill();

  const range = { from: LARGE_BYTES - 2 * PART_BYTES, to: LARGE_BYTES - PART_BYTES - 1 };
  const read = () =>
    page.evaluate(
      async ({ path, from, to }) => {
        const startedAt = performance.now();
        const answer = await fetch(path, { headers: { Range: `bytes=${from}-${to}` } });
        const { byteLength } = await answer.arrayBuffer();
        const ms = performance.now() - startedAt;
        return { status: answer.status, part: answer.headers.get("content-range"), byteLength, ms };
      },
      { path: LARGE_PATH, ...range },
    );
  const reads = [await read(), await read(), await read(), await read()];
  const [{ ms, ...part }] = reads.toSorted((a, b) => a.ms - b.ms) as [(typeof reads)[number]];
  report(`P5: 64 KiB out of 150 MB in ${ms.toFixed(1)} ms`);
  expect(part).toEqual({
    status: 206,
    part: `bytes ${range.from}-${range.to}/${LARGE_BYTES}`,
    byteLength: PART_BYTES,
  });
  expect(ms).toBeLessThanOrEqual(RANGE_LIMIT_MS);

  await page.goto("/account");
  await expect(page.getByText("You're offline.")).toBeVisible();
  const links = page.locator("a[href^='/']:visible:not([target])");
  expect(await links.count()).toBeGreaterThan(5);
  for (const link of await links.all()) {
    await link.click();
    await expect(page.getByText("This needs a connection.")).toBeVisible();
    await expect(page).toHaveURL(/\/account(#.*)?$/);
  }
  for (const path of ["/", "/contact", "/checkout/success?sessionId=cs_x", "/nowhere"]) {
    await page.goto(path);
    await page
      .getByRole("link", { name: /my account/i })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "My Account" })).toBeVisible();
  }
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "The admin needs a connection" })).toBeVisible();
});

test("an offline logout empties the device in every tab", async ({ store, reopen }) => {
  const { context, page } = await reopen();
  await openAccount(page, newBuyer("mia"));
  await saveFirst(page);
  const other = await context.newPage();
  await other.goto("/account");
  await expect(other.getByRole("link", { name: `Open: ${FILE}` })).toBeVisible();
  const [held] = (await holdings(page)).entries;
  await store.kill();
  await page.getByRole("button", { name: "Logout" }).click();
  const clickedAt = Date.now();
  const emptied = await page.evaluate(async () => {
    const startedAt = performance.now();
    while ((await caches.keys()).some((name) => name.startsWith("files-"))) continue;
    return performance.now() - startedAt;
  });
  await expect(other).toHaveURL(/\/login/);
  const left = Date.now() - clickedAt;
  report(
    `P8: emptied ${emptied.toFixed(0)} ms after the click, the other tab left after ${left} ms`,
  );
  expect(await holdings(other)).toEqual({ buckets: 0, entries: [], rows: [0, 0, 0] });
  const file = await other.evaluate(
    (path) => fetch(path).then(({ status }) => status, String),
    held?.path ?? "",
  );
  expect(file).toContain("TypeError");
  await other.goto("/account");
  await expect(other.getByText("Premium Pack")).toBeHidden();
});
