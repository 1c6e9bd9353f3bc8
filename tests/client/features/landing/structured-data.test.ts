import { expect, test } from "vitest";
import { structuredDataOf } from "../../../../client/features/landing/structured-data.ts";
import { aProduct, landingData, site } from "../../fixtures.ts";
import { renderPage } from "../../render-page.ts";

type Node = Record<string, unknown>;

const graphOf = (products: ReturnType<typeof aProduct>[]) =>
  (structuredDataOf("/", { site, products }) as { "@graph": Node[] })["@graph"];
const productsOf = (graph: Node[]) => graph.filter((node) => node["@type"] === "Product");

test("names the shop, the site, and one product with its offer for each pack shown", () => {
  const graph = graphOf([
    aProduct({ id: 3, name: "Dinosaur Busy Book", onLanding: false }),
    aProduct({ id: 2, name: "Advanced Pack", price: 2750, images: ["/pictures/a-640.webp"] }),
    aProduct(),
  ]);
  const types = graph.map((node) => node["@type"]);
  expect(types).toEqual(["Organization", "WebSite", "Product", "Product"]);
  expect(productsOf(graph)).toMatchObject([
    { name: "Premium Pack", offers: { price: "37.00", priceCurrency: "USD" } },
    {
      name: "Advanced Pack",
      image: ["https://papercub.example/pictures/a-640.webp"],
      offers: {
        price: "27.50",
        availability: "https://schema.org/InStock",
        url: "https://papercub.example/#pricing",
        hasMerchantReturnPolicy: {
          merchantReturnDays: 14,
          merchantReturnLink: "https://papercub.example/refund",
        },
      },
    },
  ]);
  expect(JSON.stringify(graph)).not.toMatch(/review|rating/i);
});

test.each([
  ["jpy", "3700"],
  ["kwd", "3.700"],
])("a price in %s has the decimals of its currency", (currency, price) => {
  const [product] = productsOf(graphOf([aProduct({ currency })]));
  expect(product).toMatchObject({ offers: { price, priceCurrency: currency.toUpperCase() } });
});

test("a subscription has the period of its price", () => {
  const club = aProduct({ name: "Club", type: "subscription", billingPeriod: "month" });
  expect(productsOf(graphOf([club]))[0]).toMatchObject({
    offers: { priceSpecification: { price: "37.00", billingDuration: 1, unitCode: "MON" } },
  });
});

test("the shop's page on a social network is named when there is one", () => {
  const socialUrl = "https://social.example/papercub";
  const data = structuredDataOf("/", { site: { ...site, socialUrl } });
  expect(JSON.stringify(data)).toContain(`"sameAs":["${socialUrl}"]`);
  expect(JSON.stringify(graphOf([]))).not.toContain("sameAs");
});

test("stands on the landing page alone, and nothing of it can close its element", async () => {
  const evil = aProduct({ description: "</script><script>alert(1)</script><!--" });
  const page = (url: string) => renderPage(url, { "/": landingData({ products: [evil] }) });
  const { html } = await page("/");
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toMatchObject({ "@context": "https://schema.org" });
  expect(json).toContain("alert(1)");
  for (const url of ["/refund", "/contact", "/nowhere"]) {
    expect((await page(url)).html).not.toContain("ld+json");
  }
});
