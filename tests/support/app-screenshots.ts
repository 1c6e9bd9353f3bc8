// Takes the screenshots of the install dialog from a running demo store: `bun
// tests/support/app-screenshots.ts http://localhost:3000`. They are committed; run it again when
// the account page looks different.
import { mkdir } from "node:fs/promises";
import { type Browser, chromium } from "playwright/test";
import sharp from "sharp";
import { buyAhead, newBuyer, signInAs } from "../e2e/shop.ts";

const FOLDER = "client/public/screenshots";
const BOUGHT = { pack: "Premium Pack", beside: ["Dinosaur Busy Book"] };
const QUALITY = 70;
const SHOTS = [
  { kind: "wide", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { kind: "narrow", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
];

const [url] = process.argv.slice(2);
if (!url)
  throw new Error("Which store? bun tests/support/app-screenshots.ts http://localhost:3000");
await mkdir(FOLDER, { recursive: true });
const asRoot = process.getuid?.() === 0;
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--disable-gpu", ...(asRoot ? ["--no-sandbox"] : [])],
});
for (const shot of SHOTS) await take(browser, shot);
await browser.close();

async function take(browser: Browser, { kind, ...screen }: (typeof SHOTS)[number]): Promise<void> {
  const context = await browser.newContext({ ...screen, baseURL: url, reducedMotion: "reduce" });
  const page = await context.newPage();
  const email = newBuyer("anna");
  await buyAhead(page, { ...BOUGHT, email });
  await signInAs(page, email);
  await page.goto("/account", { waitUntil: "networkidle" });
  // Hide the demo banner, because the installed shop may be a real one.
  await page.getByRole("complementary", { name: "Demo" }).evaluate((banner) => banner.remove());
  const picture = await page.screenshot();
  await sharp(picture)
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(`${FOLDER}/account-${kind}.webp`);
  await context.close();
}
