import { chromium, type Page } from "playwright";
import { seed } from "../../../server/commands/seed.ts";
import { loadConfig } from "../../../server/config.ts";
import { findChromium } from "../../../scripts/lib/chromium.ts";
import { freePort, startStore } from "../../support/store-process.ts";
import { makeFolder, removeFolder } from "../torture/world.ts";

/** Creates a data folder with only the demo's catalogue; it is removed when this process exits. */
export async function makeCatalogue(): Promise<string> {
  const dataDir = makeFolder();
  await seed(loadConfig({ DEMO: "1", DATA_DIR: dataDir }));
  return dataDir;
}

/** Starts the demo on a free port. `await using` ends it. */
export async function startDemo(dataDir = makeFolder(), env: Record<string, string> = {}) {
  const port = await freePort();
  const store = await startStore({ dataDir, port, env: { DEMO: "1", ...env } });
  await (await fetch(`${store.url}/api/products`)).text();
  return store;
}

/** Starts a demo over this folder and calls `run` with a page that is signed in as the owner. */
export async function withAdminPage<Result>(
  dataDir: string,
  run: (page: Page, url: string) => Promise<Result>,
): Promise<Result> {
  await using store = await startDemo(dataDir);
  await using browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_SHELL_PATH"] ?? (await findChromium()),
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const headers = { "Sec-Fetch-Site": "same-origin" };
  await page.request.post(`${store.url}/demo/admin`, { headers });
  const result = await run(page, store.url);
  await store.stop();
  removeFolder(dataDir);
  return result;
}
