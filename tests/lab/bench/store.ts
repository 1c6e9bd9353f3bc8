import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { freePort, startStore } from "../../support/store-process.ts";

export type Store = Awaited<ReturnType<typeof startDemo>>;

/** Starts the demo on a free port, over this data folder or over a temporary one. */
export async function startDemo({
  dataDir,
  ...env
}: { dataDir?: string; TRUSTED_PROXY?: "1" } = {}) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "papercub-bench-")));
  const port = await freePort();
  const { url, pid, stop } = await startStore({
    dataDir: folder,
    port,
    env: { DEMO: "1", ...env },
  });
  await (await fetch(`${url}/api/products`)).text();
  return {
    url,
    dataDir: folder,
    pid,
    async stop() {
      await stop();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs with a page of a browser that is signed in as the owner of a demo over this folder. */
export async function withAdminPage<Result>(
  dataDir: string,
  run: (page: Page, url: string) => Promise<Result>,
): Promise<Result> {
  const store = await startDemo({ dataDir });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_SHELL_PATH"] ?? (await chromiumPath()),
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    const headers = { "Sec-Fetch-Site": "same-origin" };
    await page.request.post(`${store.url}/demo/admin`, { headers });
    return await run(page, store.url);
  } finally {
    await browser.close();
    await store.stop();
  }
}

/** The browser that the tests use, installed when there is none. */
export async function chromiumPath(): Promise<string> {
  const child = Bun.spawn([process.execPath, "scripts/lib/chromium.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("There is no browser to measure with.");
  return output.trimEnd().split("\n").at(-1) ?? "";
}
