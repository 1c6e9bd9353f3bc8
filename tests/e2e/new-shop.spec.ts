// A new shop with a live key: the owner follows the checklist and replaces the demo content.
import { readFile } from "node:fs/promises";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Page } from "playwright/test";
import PostalMime from "postal-mime";
import { INVENTED_TEXTS } from "../../server/contract/content.ts";
import { demoClaimsIn } from "../support/demo-claims.ts";
import { type LiveShop, openLiveShop } from "../support/live-shop.ts";
import { buttonOf, CALL_ERRORS, fieldOf, formOf, rowsOf, sideOf, write } from "./admin.ts";
import { buyAhead, expect, openLive, SAME_ORIGIN, test as base } from "./shop.ts";
import { expectSound, expectStateSound } from "./accessible.ts";
import type { Store } from "./store.ts";

const SELLER = { "Legal name": "Anna Bee e.K.", Address: "Street 1\n10115 Berlin", Country: "XQ" };
const OWNER = "owner@example.com";
const BUYER = "buyer@example.com";
/** Required steps that a new owner has not done. */
const MISSING =
  "“Put your products on sale”, “Add the files”, “Connect the payment provider”, “Test your mail”";
const SOCIAL_URL = "https://social.example/bee";
const SELLER_LINE = "Anna Bee e.K., Street 1, 10115 Berlin, Germany";
const HEADLINE = "A quiet table, every afternoon";
const PRODUCT = "Weekend Pack";
const OWN_PAGE = {
  slug: "shipping",
  title: "Shipping",
  body: "By {brand}, in {seller.country}.",
  updated_on: "2026-11-01",
};
/** The sections of a new shop, and those with the owner's own content. */
const SECTIONS = "hero, pricing, testimonials, about-creator, faq";
const AUTHORS = ["Zoë B.", "Ali T.", "Mei W."];
/** The headline, and every text of the fictional creator. */
const TEXTS: Record<string, string> = {
  ...Object.fromEntries(INVENTED_TEXTS.map((name) => [name, `Anna: ${name}`])),
  "story.hero.headline": HEADLINE,
  "creator.heading": "Anna draws bees",
};
const PICTURE = "client/public/pictures/open-graph.jpg";
const START_PATHS =
  "/sitemap.xml /robots.txt /manifest.webmanifest /admin/manifest.webmanifest /nowhere /account /login /orders/find";
const test = base.extend<object, { shop: LiveShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openLiveShop();
      await use(shop);
      await shop.close();
    },
    { scope: "worker" },
  ],
  settings: [({ shop }, use) => use({ ...shop.env, SOCIAL_URL }), { scope: "worker" }],
});
test.use({ allowConsole: CALL_ERRORS, ignoreHTTPSErrors: true });

async function openAsOwner(page: Page, store: Store): Promise<void> {
  await openLive(page, await store.adminLink(OWNER));
  await buttonOf(page, "Sign in").click();
  await page.waitForURL("**/admin");
}

test("a new owner is led by the checklist until it is closed", async ({ page, store }) => {
  await openAsOwner(page, store);
  const main = page.getByRole("main");
  const field = (name: string) => main.getByLabel(name, { exact: true });
  const step = (title: string) => main.getByRole("listitem").filter({ hasText: title });
  await expect(main.getByRole("heading", { name: "Get your shop ready" })).toBeVisible();
  await expect(main.getByText("2 of 14 steps are done.")).toBeVisible();
  await expectSound(page);

  await step("Enter your seller details")
    .getByRole("link", { name: "Seller details" })
    .press("Enter");
  await expect(field("Legal name")).toBeFocused();
  await expect(field("Social link")).toBeDisabled();
  await expect(field("Social link")).toHaveValue(SOCIAL_URL);
  for (const [name, value] of Object.entries(SELLER)) await field(name).fill(value);
  // Closes the list of countries.
  await field("Country").press("Tab");
  await buttonOf(main, "Save").press("Enter");
  await expect(main.getByText(/Country must be a two-letter country code/)).toBeVisible();
  await expectSound(page);
  await field("Country").fill("germ");
  await page.getByRole("option", { name: "Germany" }).click();
  await field("Country").press("Enter");
  await expect(page.getByText("Settings were saved.")).toBeVisible();
  await expect(field("Legal name")).toHaveValue(SELLER["Legal name"]);

  await sideOf(page).getByRole("link", { name: "Checklist" }).click();
  await expect(step("Enter your seller details").getByText("Done")).toBeVisible();
  await buttonOf(step("Read the legal pages"), "I have read them").click();
  await expect(step("Read the legal pages").getByText("Done")).toBeVisible();
  await expect(main.getByText("4 of 14 steps are done.")).toBeVisible();

  await sideOf(page).getByRole("link", { name: "Settings" }).click();
  await page.context().setOffline(true);
  await field("Phone").fill("+49 30 1234");
  await buttonOf(main, "Save").click();
  await expect(page.getByText(/saved on this device/).first()).toBeVisible();
  await expect(field("Phone")).toHaveValue("+49 30 1234");
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await rowsOf(page, "settings", {}))[0])
    .toMatchObject({ phone: "+49 30 1234", seller_name: SELLER["Legal name"], social_url: "" });

  await field("Phone").fill("+49 30 99");
  await sideOf(page).getByRole("link", { name: "Health" }).click();
  await sideOf(page).getByRole("link", { name: "Settings" }).click();
  await buttonOf(main, "Restore it").click();
  await write(page, "PUT", "settings/1", { phone: "+49 30 11", hours: "Mondays" });
  await buttonOf(main, "Save").click();
  await expect(main.getByRole("radio", { name: "Theirs: +49 30 11" })).toBeVisible();
  await buttonOf(main, "Save").click();
  await expect(field("Hours")).toHaveValue("Mondays");
  await expect(field("Phone")).toHaveValue("+49 30 99");

  await sideOf(page).getByRole("link", { name: "Health" }).click();
  await main.getByRole("link", { name: "Hannah R." }).click();
  await expect(fieldOf(page, "Author")).toHaveValue("Hannah R.");
  await buttonOf(formOf(page), "Cancel").click();
  await expect(page).toHaveURL(/testimonials\?id=1$/);

  await sideOf(page).getByRole("link", { name: "Checklist" }).click();
  await buttonOf(main, "Close the checklist").click();
  await expect(main.getByRole("heading", { name: "Products" })).toBeVisible();
  await expect(sideOf(page).getByRole("link", { name: "Checklist" })).toHaveCount(0);
  await sideOf(page).getByRole("link", { name: "Health" }).click();
  await main.getByRole("link", { name: "Show the checklist" }).click();
  await expect(main.getByText("4 of 14 steps are done.")).toBeVisible();
  await expectStateSound(page);

  await page.goto("/admin/tables/settings");
  await expect(page).toHaveURL(/\/admin\/settings$/);
});

/** Puts a product with a file on sale, and returns its id. */
async function addProduct(page: Page): Promise<number> {
  const form = {
    file: {
      name: "bees.pdf",
      mimeType: "application/pdf",
      buffer: await readFile("dist/printables/colors-a4.pdf"),
    },
  };
  const options = { multipart: form, headers: SAME_ORIGIN };
  const uploaded = await page.request.post("/api/upload/file", options);
  expect(uploaded.ok(), await uploaded.text()).toBe(true);
  const { url } = await uploaded.json();
  const product = { name: PRODUCT, slug: "weekend", description: "Bees.", price: 900 };
  const { id } = await write(page, "POST", "products", { ...product, type: "digital" });
  await write(page, "POST", "product_files", { product_id: id, title: "Bees", file_url: url });
  return id;
}

const firstOfferPath = (productId: number) => `/upsell/${productId}`;

/** Clicks the last step of the checklist, and confirms it in the dialog. */
async function tryToOpen(page: Page): Promise<void> {
  await page.goto("/admin/checklist");
  await buttonOf(page.getByRole("main"), "Open the shop").click();
  await buttonOf(formOf(page), "Open the shop").click();
}

/** Follows links from the `starts` paths; returns all pages and documents found, by path. */
async function crawl({ request }: Page, origin: string, starts: string[]) {
  const found = new Map<string, string>();
  const paths = [...starts];
  for (const path of paths) {
    const url = new URL(path, origin);
    const name = url.pathname + url.search;
    if (url.origin !== origin || found.has(name)) continue;
    const answer = await request.get(url.href);
    if (!/html|xml|manifest|json|plain/.test(answer.headers()["content-type"] ?? "")) continue;
    const text = await answer.text();
    found.set(name, text);
    const links = text.matchAll(/(?:href|action)="([^"#]+)|<loc>([^<]+)/g);
    for (const [, href, location] of links)
      paths.push((href ?? location ?? "").replaceAll("&amp;", "&"));
  }
  return found;
}

test("an owner makes the shop theirs, and nothing of the demo is left", async ({
  browser,
  watch,
  page,
  store,
  shop,
}) => {
  const visitor = await browser.newPage({ ignoreHTTPSErrors: true });
  watch(visitor.context());
  await openAsOwner(page, store);
  await test.step("cannot open the shop yet, whose visitors see its host name", async () => {
    await visitor.goto(store.url);
    await expect(visitor).toHaveTitle("Not open right now | localhost");
    await expect(visitor.getByRole("heading")).toHaveText("localhost");
    await expect(visitor.getByText("We aren't open right now")).toBeVisible();
    expect(demoClaimsIn(await visitor.content())).toEqual([]);
    await expectSound(visitor);
    await tryToOpen(page);
    await expect(formOf(page).getByRole("alert")).toContainText(MISSING);
    await buttonOf(formOf(page), "Cancel").click();
  });

  await test.step("fills in the settings, with a logo", async () => {
    await sideOf(page).getByRole("link", { name: "Settings" }).click();
    const main = page.getByRole("main");
    const settings = {
      ...SELLER,
      Country: "DE",
      "Shop name": "Bee Prints",
      "Support email": "help@bee.example",
    };
    for (const [name, value] of Object.entries(settings)) {
      await main.getByLabel(name, { exact: true }).fill(value);
    }
    await main.locator('[data-field="logo"] input[type=file]').setInputFiles(PICTURE);
    await expect(main.getByLabel("Logo", { exact: true })).toHaveValue(/^\/uploads\//);
    await buttonOf(main, "Save").click();
    await expect(page.getByText("Settings were saved.")).toBeVisible();
  });

  const product = await test.step("adds testimonials, texts, a page and a product", async () => {
    for (const author of AUTHORS) {
      await write(page, "POST", "testimonials", { text: "Lovely.", author });
    }
    for (const [name, value] of Object.entries(TEXTS)) {
      await write(page, "POST", "texts", { name, value });
    }
    await write(page, "PUT", "settings/1", { sections: SECTIONS });
    await write(page, "POST", "pages", OWN_PAGE);
    return addProduct(page);
  });

  await test.step("sees the closed shop, buys and opens it", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADLINE);
    await expect(page.getByText("Your shop is closed.")).toBeVisible();
    await buyAhead(page, { pack: product, email: OWNER });
    await expect(page.getByRole("heading", { name: OWNER })).toBeVisible();
    // The files, and the owner's notice of the sale.
    await expect.poll(() => shop.mails.length).toBe(2);
    await tryToOpen(page);
    await expect(page.getByText("Open the shop: done.")).toBeVisible();
  });

  const order = await test.step("has a buyer, who asks for a code to sign in", async () => {
    await visitor.reload();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(HEADLINE);
    await buyAhead(visitor, { pack: PRODUCT, email: BUYER, successRouter: firstOfferPath });
    await expect(visitor.getByRole("heading", { name: BUYER })).toBeVisible();
    // The shop has no product to offer, so the order follows the payment.
    expect(visitor.url()).toContain("/checkout/success");
    await expect(visitor.getByText(SELLER_LINE)).toBeVisible();
    expect(demoClaimsIn(await visitor.content())).toEqual([]);
    await page.request.post("/api/send-otp", { data: { email: OWNER }, headers: SAME_ORIGIN });
    await expect.poll(() => shop.mails.length).toBe(5);
    const sent = shop.mails.find(({ to }) => to.includes(BUYER));
    const delivered = await PostalMime.parse(sent?.raw ?? "");
    const file = /https:\S+\/files\/\d+\/\S+/.exec(delivered.text ?? "")?.[0] ?? "";
    expect((await visitor.request.get(file)).headers()["content-type"]).toBe("application/pdf");
    for (const { raw } of shop.mails) {
      const { html = "", text = "", subject = "", from } = await PostalMime.parse(raw);
      const all = [html, text, subject, JSON.stringify(from)].join(" ");
      expect([subject, ...demoClaimsIn(all)]).toEqual([subject]);
      // A mail to the owner names no seller.
      if (subject.startsWith("New order")) continue;
      expect(all).toContain(SELLER_LINE);
      expect(all).toMatch(/Bee Prints.*help@bee\.example/s);
    }
    return visitor.url();
  });

  const starts = `/ ${START_PATHS} ${order}`.split(" ");
  const served = await crawl(visitor, store.url, starts);
  for (const [path, text] of served) expect([path, ...demoClaimsIn(text)]).toEqual([path]);
  for (const path of ["/imprint", "/shipping", "/privacy", "/contact"])
    expect(served.has(path)).toBe(true);
  expect(served.get("/sitemap.xml")).toContain(`${store.url}/shipping<`);
  expect(served.get("/shipping")).toContain("By Bee Prints, in Germany.");
  expect(served.get("/imprint")).toContain("10115 Berlin");
  expect(served.get("/privacy")).toContain("Anna Bee e.K.");
  expect(served.get("/manifest.webmanifest")).toContain("Bee Prints");
  await visitor.goto(store.url);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(HEADLINE);
  for (const text of ["Anna draws bees", ...AUTHORS])
    await expect(visitor.getByText(text).first()).toBeAttached();
  await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute(
    "content",
    /^https:.*\/uploads\//,
  );
  await expect(visitor.locator("header img")).toHaveAttribute("src", /^\/uploads\//);
  expect(demoClaimsIn(await visitor.content())).toEqual([]);
  await visitor.close();

  await test.step("prints the receipt of the first purchase", async () => {
    await page.goto("/account");
    const link = page.getByRole("link", { name: /^Receipt/ }).first();
    await openLive(page, (await link.getAttribute("href")) ?? "");
    await page.emulateMedia({ media: "print" });
    const pdf = await PDFDocument.load(await page.pdf());
    const text = await page.locator("body").innerText();
    const printed = [text, pdf.getTitle(), pdf.getAuthor(), pdf.getSubject()].join(" ");
    expect(printed).toContain(SELLER["Legal name"]);
    expect(printed).toContain("Bee Prints");
    expect(demoClaimsIn(printed)).toEqual([]);
  });
});
