import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { pages } from "../../client/app/pages.ts";
import { OFF_LIST } from "../support/off-list.ts";
import { type Store, storeFixture } from "./own-store.ts";
import { expect, newBuyer, test } from "./shop.ts";
import { signInAs } from "./sign-in.ts";

/** Paths that are not pages: files, redirects, the demo. */
const OTHERS = [
  "/robots.txt",
  "/speculation-rules.json",
  "/favicon.svg",
  "/orders",
  "/login/",
  "/demo/mail",
];
const PATHS = Object.keys(pages).map((path) => path.replace(":id", "1").replace("*", "orders"));
const MINUTE_MS = 60_000;
const NEW_VERSION = "A new version is ready.";
const ACCEPT_LIMIT_MS = 2000;

/** Opens the account as a new buyer, controlled by the service worker. */
async function openControlled(page: Page): Promise<void> {
  await signInAs(page, newBuyer("ina"));
  await page.goto("/account");
  await page.waitForFunction(isInControl);
}

function isInControl(): boolean {
  return navigator.serviceWorker.controller?.state === "activated";
}

/** Summary of a page load, with the number of shells. */
async function visit(page: Page, url: string): Promise<string> {
  const answer = await page.goto(url, { waitUntil: "commit" });
  const type = answer?.headers()["content-type"];
  const isShell = await page.locator("#root[data-shell]").count();
  return `${answer?.status()} ${type} ${answer?.url()} ${isShell} shells`;
}

/** The same summary for a request without the worker. */
async function ask(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(url, { headers: { Accept: "text/html" } });
  return `${answer.status()} ${answer.headers()["content-type"]} ${answer.url()} 0 shells`;
}

test("the account can be installed and has a valid manifest @pdf", async ({
  playwright,
  launchOptions,
  baseURL,
  watch,
}) => {
  // Private windows cannot install apps.
  const profile = await mkdtemp(join(tmpdir(), "papercub-profile-"));
  const options = { ...launchOptions, ...(baseURL && { baseURL }) };
  const context = await playwright.chromium.launchPersistentContext(profile, options);
  watch(context);
  const page = await context.newPage();
  await openControlled(page);
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { url, errors } = await browser.send("Page.getAppManifest");
  expect([new URL(url).pathname, errors]).toEqual(["/manifest.webmanifest", []]);
  await page.goto("/");
  expect((await browser.send("Page.getAppManifest")).url).toBe(url);
  await context.close();
  await rm(profile, { recursive: true });
});

test.describe("under the worker", () => {
  // Half of the paths do not exist.
  test.use({ allowConsole: [/Failed to load resource: the server responded with a status of 4/] });

  test("every path is answered as without it", async ({ page, baseURL }) => {
    await openControlled(page);
    // Absolute URLs: "//account" would be another host.
    for (const url of [...PATHS, ...OTHERS, ...OFF_LIST].map((path) => baseURL + path)) {
      expect(await visit(page, url), url).toBe(await ask(page, url));
    }
  });
});

const deployed = test.extend<{ store: Store }>({
  store: storeFixture(),
  baseURL: async ({ store }, use) => use(store.url),
});

deployed.describe("a deploy", () => {
  // No store answers during the restart.
  deployed.use({ allowConsole: [/net::ERR_CONNECTION_REFUSED/] });

  deployed(
    "leaves open tabs alone until the visitor accepts the new version",
    async ({ context, page, store }) => {
      await page.clock.install();
      await openControlled(page);
      const other = await context.newPage();
      await other.goto("/account");
      for (const tab of [page, other]) await tab.evaluate(() => (document.title = "as it was"));
      const lateCode = await page.evaluate(async () => {
        const [name = ""] = await caches.keys();
        const kept = await (await caches.open(name)).keys();
        return kept.map(({ url }) => url).find((url) => url.includes("not-found-page")) ?? "";
      });

      await store.deploy();
      expect((await page.request.get(lateCode)).status()).toBe(404);
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      await page.clock.fastForward(MINUTE_MS);
      await expect(page.getByText(NEW_VERSION)).toBeVisible();
      expect(await page.title()).toBe("as it was");
      const reloaded = page.waitForEvent("load");
      const acceptedAt = performance.now();
      await page.getByRole("button", { name: "Reload" }).click();
      await reloaded;
      expect(performance.now() - acceptedAt).toBeLessThanOrEqual(ACCEPT_LIMIT_MS);

      await other.waitForFunction(isInControl);
      // The HTTP cache of the old build may be evicted at any time.
      await (await context.newCDPSession(other)).send("Network.clearBrowserCache");
      // The other tab still gets the old chunk from the worker's cache.
      expect(
        await other.evaluate(async (url) => Object.keys(await import(url)), lateCode),
      ).toHaveLength(1);
      expect(await other.title()).toBe("as it was");
      await expect(other.getByText(NEW_VERSION)).toBeVisible();
      await other.getByRole("button", { name: "Reload" }).click();
      for (const tab of [page, other]) {
        await expect(tab.getByRole("heading", { level: 1, name: "My Account" })).toBeVisible();
        await expect(tab.locator("script[type=module]")).toHaveAttribute("src", /\.next\.js$/);
      }
    },
  );
});
