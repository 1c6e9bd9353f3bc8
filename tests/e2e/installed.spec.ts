// The installed app: offline, across a deploy, and controlled by its service worker.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright/test";
import type { PurchasedProduct } from "../../server/contract/answers.ts";
import { readZip } from "../support/read-zip.ts";
import { expectSound } from "./accessible.ts";
import { deviceFiles } from "./device-files.ts";
import { codeMailedTo, expect, newBuyer, payAhead, signInAs, test as base } from "./shop.ts";

const LARGE_BYTES = 8 * 1024 * 1024;
const PART_BYTES = 64 * 1024;
const LARGE_PATH = "/files/999999/Large.pdf";
const FILE = "Month 1: Hello School, A4";
const MINUTE_MS = 60_000;
const NEW_VERSION = "A new version is ready.";

/** Restarts the browser with the same profile: private windows cannot install apps. */
type Reopen = () => Promise<{ context: BrowserContext; page: Page }>;

const test = base.extend<{ reopen: Reopen }>({
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

// Expected console errors: refused connections to a stopped store, status 503 of the offline page,
// uncached admin code, and requested paths that do not exist.
test.use({
  allowConsole:
    /ERR_CONNECTION_RE(?:FUSED|SET)|status of (?:4\d\d|503)|ERR_FAILED .*\/(?:assets|files)\//,
});

const headingOf = (page: Page) => page.getByRole("heading", { level: 1, name: "My Account" });
const openLink = (page: Page) => page.getByRole("link", { name: `Open: ${FILE}` });

function isControlled(): boolean {
  return navigator.serviceWorker.controller?.state === "activated";
}

/** Buys the pack, signs in and opens the account, controlled by the service worker. */
async function openAccount(page: Page): Promise<void> {
  const email = newBuyer("kim");
  await payAhead(page, { pack: "Premium Pack", email });
  await signInAs(page, email);
  await page.goto("/account");
  await page.waitForFunction(isControlled);
}

async function saveFirst(page: Page): Promise<void> {
  await page.getByRole("group", { name: "Paper size", exact: true }).getByLabel("A4").check();
  await page.getByRole("button", { name: `Save for offline: ${FILE}` }).click();
  await expect(openLink(page)).toBeVisible();
}

/** Launches the installed app in its own window. */
async function launchApp(context: BrowserContext, browser: CDPSession, manifestId: string) {
  const opening = context.waitForEvent("page");
  await browser.send("PWA.launch", { manifestId });
  const app = await opening;
  await expect(headingOf(app)).toBeVisible();
  expect(await app.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
  return app;
}

test("the installed app opens and prints a file without the store @pdf", async ({
  store,
  reopen,
}) => {
  test.slow();
  const manifestId = `${store.url}/account`;
  const first = await reopen();
  await openAccount(first.page);
  await saveFirst(first.page);
  const [bought]: PurchasedProduct[] = await (
    await first.page.request.get("/api/products/purchased-products")
  ).json();
  const file = bought?.files.find(({ url }) => url.endsWith("/Month-1-Hello-School-A4.pdf"));
  const installing = await first.context.newCDPSession(first.page);
  const { installabilityErrors } = await installing.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { url, errors } = await installing.send("Page.getAppManifest");
  expect([new URL(url).pathname, errors]).toEqual(["/manifest.webmanifest", []]);
  await installing.send("PWA.install", { manifestId, installUrlOrBundleUrl: manifestId });
  await installing.send("PWA.changeAppUserSettings", { manifestId, displayMode: "standalone" });
  await store.kill();

  const { context, page } = await reopen();
  const app = await launchApp(context, await context.newCDPSession(page), manifestId);
  await expect(app.getByText("You're offline.")).toBeVisible();
  const { entries } = await deviceFiles(app);
  expect(entries).toEqual([{ path: file?.url, kind: "200 basic", sha256: file?.sha256 }]);
  const opened = context.waitForEvent("page");
  await openLink(app).click();
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

test("offline no link leaves the app, and a logout empties every tab", async ({
  store,
  reopen,
}) => {
  test.slow();
  const { context, page } = await reopen();
  await openAccount(page);
  await saveFirst(page);
  const [saved] = (await deviceFiles(page)).entries;
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

  const from = LARGE_BYTES - 2 * PART_BYTES;
  const bytes = `${from}-${from + PART_BYTES - 1}`;
  const part = await page.evaluate(
    async ({ path, bytes }) => {
      const answer = await fetch(path, { headers: { Range: `bytes=${bytes}` } });
      const { byteLength } = await answer.arrayBuffer();
      return { status: answer.status, range: answer.headers.get("content-range"), byteLength };
    },
    { path: LARGE_PATH, bytes },
  );
  const range = `bytes ${bytes}/${LARGE_BYTES}`;
  expect(part).toEqual({ status: 206, range, byteLength: PART_BYTES });

  await page.goto("/account");
  await expect(page.getByText("You're offline.")).toBeVisible();
  const links = page.locator("a[href^='/']:visible:not([target])");
  expect(await links.count()).toBeGreaterThan(5);
  for (const link of await links.all()) {
    await link.click();
    await expect(page.getByText("This needs a connection.")).toBeVisible();
    await expect(page).toHaveURL(/\/account(#.*)?$/);
  }
  for (const path of ["/", "/nowhere"]) {
    await page.goto(path);
    await page
      .getByRole("link", { name: /my account/i })
      .first()
      .click();
    await expect(headingOf(page)).toBeVisible();
  }
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "The admin needs a connection" })).toBeVisible();

  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto("/account");
    await expect(openLink(tab)).toBeVisible();
  }
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login\?.*signedOut=1/);
  await expect(other).toHaveURL(/\/login/);
  expect(await deviceFiles(other)).toEqual({ buckets: 0, entries: [], rows: [0, 0, 0] });
  const path = saved?.path ?? "";
  expect(await other.evaluate((url) => fetch(url).catch(String), path)).toContain("TypeError");
  await other.goto("/account");
  await expect(other.getByText("Premium Pack")).toBeHidden();
});

test("a phone downloads its data, and a deleted account leaves nothing on it", async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const email = newBuyer("kim");
  await payAhead(page, { pack: "Premium Pack", email });
  const known = await signInAs(page, email);
  const [, other] = await Promise.all([page.goto("/account"), context.newPage()]);
  await page.waitForFunction(isControlled);
  await saveFirst(page);
  await other.goto("/account");
  await expect(openLink(other)).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const files = readZip(await readFile(await (await downloading).path()));
  const [data, receipt] = files.map(({ bytes }) => new TextDecoder().decode(bytes));
  expect(JSON.parse(data ?? "")).toMatchObject({ account: { email }, orders: [{ email }] });
  const paper = await context.newPage();
  await paper.setContent(receipt ?? "");
  await expect(paper.getByRole("row", { name: "Total paid $37.00 USD" })).toBeVisible();
  await expect(paper.getByText("Print", { exact: true })).toBeHidden();
  await paper.close();

  await page.getByRole("link", { name: "Delete my account" }).click();
  await expectSound(page);
  await page.getByRole("radio", { name: "End my access now" }).check();
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await codeMailedTo(page, email, known));
  await expectSound(page);
  await page.getByRole("button", { name: "Delete my account now" }).click();
  await expect(page.getByText("Your access to all files has ended.")).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  await expect.poll(() => deviceFiles(page)).toEqual({ buckets: 0, entries: [], rows: [0, 0, 0] });
});

test("a deploy leaves tabs alone until it is accepted", async ({ context, page, store }) => {
  test.slow();
  await page.clock.install();
  await openAccount(page);
  for (const path of ["/", "/nowhere"]) {
    const answer = await page.goto(path, { waitUntil: "commit" });
    const plain = await page.request.get(path);
    expect([answer?.status(), answer?.url()], path).toEqual([plain.status(), plain.url()]);
    await expect(page.locator("#root[data-shell]")).toHaveCount(0);
  }

  await page.goto("/account");
  const other = await context.newPage();
  await other.goto("/account");
  for (const tab of [page, other]) await tab.evaluate(() => (document.title = "as it was"));
  const lateCode = await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => url).find((url) => url.includes("not-found-page")) ?? "";
  });
  await store.deploy();
  expect((await page.request.get(lateCode)).status()).toBe(404);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.clock.fastForward(MINUTE_MS);
  await expect(page.getByText(NEW_VERSION)).toBeVisible();
  expect(await page.title()).toBe("as it was");
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await reloaded;

  await other.waitForFunction(isControlled);
  // The HTTP cache of the old build may be evicted at any time.
  await (await context.newCDPSession(other)).send("Network.clearBrowserCache");
  // The other tab still gets the old chunk from the worker's cache.
  const exported = await other.evaluate(async (url) => Object.keys(await import(url)), lateCode);
  expect(exported).toHaveLength(1);
  expect(await other.title()).toBe("as it was");
  await expect(other.getByText(NEW_VERSION)).toBeVisible();
  await other.getByRole("button", { name: "Reload" }).click();
  for (const tab of [page, other]) {
    await expect(headingOf(tab)).toBeVisible();
    await expect(tab.locator("script[type=module]")).toHaveAttribute("src", /\.next\.js$/);
  }
});
