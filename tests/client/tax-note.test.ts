import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OFFERS_BY_NAME } from "../../server/contract/offer-names.ts";
import type { TaxNote } from "../../server/contract/tax.ts";
import { offerOf } from "../../server/pages/offers.ts";
import { accountData, aMoreProduct, aProduct, landingData, productData } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const CLIENT = new URL("../../client/", import.meta.url);

test("only one component formats the shop's prices", () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const formatting = sources.filter((file) =>
    /\bformatPrice\b/.test(readFileSync(new URL(file, CLIENT), "utf8")),
  );
  expect(formatting).toEqual(["components/price.tsx"]);
});

const licences = [aProduct({ listPrice: null }), aProduct({ id: 2, price: 8700 })];
const FROM = "Advanced Pack";
const products = [
  aProduct(),
  aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200 }),
  aProduct({ id: 4, name: "Color Workbook", price: 1900 }),
];
const source = { products, choice: OFFERS_BY_NAME };
const visit = { ...source, originalId: 1, ownership: { order: null, owned: [] } };

/** Renders each page that sells something. */
async function renderAll(tax?: TaxNote) {
  const changes = tax ? { tax } : {};
  const more = [
    aMoreProduct(),
    aMoreProduct({ id: 2, billingPeriod: "month" }),
    aMoreProduct({ id: 3, upgrade: { price: 1000, from: FROM } }),
    aMoreProduct({ id: 4, upgrade: { price: 0, from: FROM } }),
  ];
  const pages = [
    ["/", { "/": landingData({ products: [aProduct({ listPrice: 11_700 })] }) }],
    ["/products/pack", { "/products/:id": productData({}, { licences }) }],
    ["/upsell/1", { "/upsell/:id": offerOf({ kind: "upsell", ...visit }) }],
    ["/upsell2?originalProductId=1", { "/upsell2": offerOf({ kind: "upsell2", ...visit }) }],
    ["/account", { "/account": accountData({ more }) }],
  ] as const;
  const shown = await Promise.all(
    pages.map(async ([url, data]) => (await renderPage(url, data, changes)).words),
  );
  return shown as [landing: string, product: string, first: string, last: string, account: string];
}

test.each<[TaxNote | undefined, string]>([
  [undefined, ""],
  ["added", "plus tax"],
  ["included", "incl. tax"],
])("prices with tax %s say “%s”, but not those that are struck through", async (tax, note) => {
  const [landing, product, first, last, account] = await renderAll(tax);
  const other = ["plus tax", "incl. tax"].filter((words) => words !== note);
  for (const page of [landing, product, first, last, account]) expectWords(page, [], other);
  expectWords(landing, [`Price $37${note}List price $117One-time`], []);
  expectWords(product, [
    `Price $37${note}List price $117One-time`,
    `Price $37${note}DOWN`,
    `Price $87${note}`,
  ]);
  expectWords(first, [`$12${note}`]);
  const sum = note && ` ${note}`;
  expectWords(last, [
    `$19${note}`,
    "Premium Pack$37Color",
    `To pay on the next page$56${sum}`,
    `Without it you pay $37${sum} on`,
  ]);
  expectWords(account, [
    `Buy for $37${sum}`,
    `Buy for $37 a month${sum}`,
    `Upgrade for $10${sum}`,
    "Upgrade for free",
    "You paid $27 for your Advanced Pack, so you only pay the difference. Full price $37",
  ]);
});
