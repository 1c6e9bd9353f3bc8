import { expect, test } from "vitest";
import { products } from "../../../db/schema.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { openDesk } from "../../support/contact.ts";
import { changeRow } from "../../support/rows.ts";

const ORIGIN = "https://shop.example";

const LISTED = ["/", "/contact", "/privacy", "/refund", "/terms"];

test("the sitemap lists exactly the pages that may be listed, on the site's own origin", async () => {
  const { app } = openDesk({ PUBLIC_URL: ORIGIN }, true);
  const response = await app.request(`${ORIGIN}/sitemap.xml`);
  expect(response.headers.get("Content-Type")).toContain("application/xml");
  const listed = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(listed.toSorted()).toEqual(LISTED.map((path) => ORIGIN + path));
});

test("robots may read everything and are told of the sitemap", async () => {
  const { app } = createTestApp({ env: { PUBLIC_URL: ORIGIN } });
  const text = await (await app.request(`${ORIGIN}/robots.txt`)).text();
  expect(text).toContain("User-agent: *\nAllow: /");
  expect(text).not.toMatch(/Disallow: \S/);
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test("listed pages are open to search engines, each with a title and a description of its own", async () => {
  const { app } = openDesk({ PUBLIC_URL: ORIGIN }, true);
  const heads = await Promise.all(
    LISTED.map(async (path) => {
      const response = await app.request(ORIGIN + path);
      expect(response.status).toBe(200);
      expect(response.headers.get("X-Robots-Tag")).toBeNull();
      const html = await response.text();
      for (const tag of [
        `<link rel="canonical" href="${ORIGIN}${path}"/>`,
        `property="og:image" content="${ORIGIN}/pictures/open-graph.jpg"`,
        `name="twitter:image" content="${ORIGIN}/pictures/open-graph.jpg"`,
        'property="og:image:width" content="1200"',
        'property="og:image:height" content="630"',
      ]) {
        expect(html).toContain(tag);
      }
      expect(html).not.toContain('name="robots"');
      return {
        title: /<title>(.*?)<\/title>/.exec(html)?.[1],
        description: /name="description" content="(.*?)"/.exec(html)?.[1],
      };
    }),
  );
  expect(new Set(heads.map(({ title }) => title)).size).toBe(5);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(5);
});

test.each(["/checkout/cancel", "/checkout/error", "/checkout/success", "/upsell2", "/nowhere"])(
  "%s is closed to search engines",
  async (path) => {
    const { app } = openDesk({ PUBLIC_URL: ORIGIN }, true);
    const response = await app.request(ORIGIN + path);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(response.status).toBe(path === "/nowhere" ? 404 : 200);
  },
);

test("the structured data has the price of the database, also after it was changed", async () => {
  const desk = openDesk({ PUBLIC_URL: ORIGIN }, true);
  const id = await desk.addProduct({ name: "Premium Pack", price: 3700 });
  await desk.addProduct({ name: "Dinosaur Busy Book", price: 900 });
  const offers = async () => {
    const html = await (await desk.app.request(`${ORIGIN}/`)).text();
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    const graph = (JSON.parse(json) as { "@graph": Record<string, unknown>[] })["@graph"];
    return graph.filter((node) => node["@type"] === "Product").map((node) => node["offers"]);
  };
  expect(await offers()).toMatchObject([{ price: "37.00", priceCurrency: "USD" }]);
  changeRow(desk, products, id, { price: 4150, currency: "eur" });
  expect(await offers()).toMatchObject([{ price: "41.50", priceCurrency: "EUR" }]);
});
