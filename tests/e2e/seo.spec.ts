import { expect, test } from "./shop.ts";

type Product = { name: string; price: number; currency: string };
type Node = { "@type": string; name: string; offers: { price: string; priceCurrency: string } };

test("the structured data has the prices that the shop asks for", async ({ page, request }) => {
  await page.goto("/");
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  const graph = (JSON.parse(json ?? "") as { "@graph": Node[] })["@graph"];
  const products = (await (await request.get("/api/products")).json()) as Product[];
  const offered = graph.filter((node) => node["@type"] === "Product");
  expect(offered.map(({ name }) => name).slice(0, 2)).toEqual(["Premium Pack", "Advanced Pack"]);
  for (const { name, offers } of offered) {
    const product = products.find((product) => product.name === name);
    expect(offers.price).toBe(((product?.price ?? 0) / 100).toFixed(2));
    expect(offers.priceCurrency).toBe(product?.currency.toUpperCase());
    const shown = `$${(product?.price ?? 0) / 100}`;
    await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toContainText(shown);
  }
});

test("every page of the sitemap opens, names itself, and its picture exists", async ({
  page,
  request,
  baseURL,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const urls = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
  expect(urls.map((url) => new URL(url).pathname)).toEqual([
    "/",
    "/privacy",
    "/terms",
    "/refund",
    "/contact",
  ]);
  const content = (selector: string) => page.locator(selector).getAttribute("content");
  for (const url of urls) {
    expect(url.startsWith(`${baseURL}/`)).toBe(true);
    expect((await page.goto(url))?.status()).toBe(200);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", url);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    const picture = await content('meta[property="og:image"]');
    expect(picture).toBe(`${baseURL}/pictures/open-graph.jpg`);
    expect(await content('meta[name="twitter:image"]')).toBe(picture);
    expect([
      await content('meta[property="og:image:width"]'),
      await content('meta[property="og:image:height"]'),
    ]).toEqual(["1200", "630"]);
  }
  const picture = await request.get("/pictures/open-graph.jpg");
  expect(picture.headers()["content-type"]).toBe("image/jpeg");
});

test("robots are shown the sitemap", async ({ request, baseURL }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});
