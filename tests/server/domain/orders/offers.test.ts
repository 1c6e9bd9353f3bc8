import { expect, test } from "vitest";
import { OFFERS_BY_NAME } from "../../../../server/contract/offer-names.ts";
import { findOfferFor, offerSource, packList } from "../../../../server/domain/orders/offers.ts";
import { aProduct } from "../../../client/fixtures.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signInAdmin } from "../../../support/table-calls.ts";

const pack = aProduct();
const garden = aProduct({ id: 2, name: "Garden Pack" });
const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book" });
const colors = aProduct({ id: 4, name: "Color Workbook" });
const kids = aProduct({ id: 5, name: "Color Workbook for Kids" });
const euro = aProduct({ id: 6, name: "Euro Pack", currency: "eur" });
const products = [pack, kids, garden, dinosaurs, colors, euro];

const chosen = (changes: Partial<typeof OFFERS_BY_NAME>) => ({ ...OFFERS_BY_NAME, ...changes });
const bought = { originalId: 1, original: pack };

test.each([
  ["switched off", { offers: false, firstOfferId: 2 }, bought],
  ["of a product that is not on sale", { firstOfferId: 99 }, bought],
  ["without a product, if another is chosen", { lastOfferId: 2 }, bought],
  ["of the bought product", { firstOfferId: 1 }, bought],
  ["of a bought product that is off sale", { firstOfferId: 2 }, { originalId: 2 }],
  ["of the accepted product", { firstOfferId: 2 }, { ...bought, upsell: garden }],
  ["in another currency than the bought product", { firstOfferId: 6 }, bought],
  [
    "in another currency than the accepted one",
    { firstOfferId: 6 },
    { originalId: 9, upsell: pack },
  ],
])("an offer %s has no product", (_what, choice, purchase) => {
  expect(findOfferFor("upsell", { products, choice: chosen(choice) }, purchase)).toBeUndefined();
});

test("a buyer in its currency sees an offer that the others do not", () => {
  const source = { products, choice: chosen({ firstOfferId: 6 }) };
  const inEuro = { originalId: 7, original: aProduct({ id: 7, currency: "eur" }) };
  expect(findOfferFor("upsell", source, inEuro)).toBe(euro);
  expect(findOfferFor("upsell", source, { originalId: 8 })).toBe(euro);
});

test("each offer shows its chosen product, and the same product after a yes and after a no", () => {
  const choice = chosen({ firstOfferId: 2, secondOfferId: 4, lastOfferId: 4 });
  const find = (kind: "upsell" | "upsell2" | "downsell") =>
    findOfferFor(kind, { products, choice }, bought);
  expect([find("upsell"), find("upsell2"), find("downsell")]).toEqual([garden, colors, colors]);
});

test("without a choice each offer finds its product by its name", () => {
  const source = { products, choice: OFFERS_BY_NAME };
  expect(findOfferFor("upsell", source, bought)).toBe(dinosaurs);
  expect(findOfferFor("upsell2", source, bought)).toBe(colors);
  expect(findOfferFor("downsell", source, bought)).toBe(kids);
  const renamed = { ...dinosaurs, name: "The Big Dinosaur Busy Book" };
  expect(findOfferFor("upsell", { ...source, products: [renamed] }, bought)).toBe(renamed);
  const lowerCase = { ...colors, name: "color workbook" };
  expect(findOfferFor("upsell2", { ...source, products: [lowerCase] }, bought)).toBeUndefined();
});

/** Opens a shop with a pack and an offer; returns its ids and the administrator. */
async function openDesk() {
  const t = createTestApp({ hasContent: true });
  const own = await t.addProduct({ name: "Weekend Pack", price: 900 });
  const book = await t.addProduct({ name: "Color Workbook", price: 500 });
  const admin = signInAdmin(t);
  return { ...t, own, book, admin };
}

test("the settings refuse an unknown product and the first offer twice", async () => {
  const { admin, own, book } = await openDesk();
  const refused = async (change: object) => {
    const { status, body } = await admin.change("settings", 1, change);
    return { status, errors: Object.keys(body["errors"] ?? {}) };
  };
  expect(await refused({ first_offer_id: 99 })).toMatchObject({ errors: ["first_offer_id"] });
  const same = { first_offer_id: own, second_offer_id: own, last_offer_id: own };
  expect(await refused(same)).toEqual({
    status: 422,
    errors: ["second_offer_id", "last_offer_id"],
  });
  const other = { first_offer_id: own, second_offer_id: book, last_offer_id: book };
  expect((await admin.change("settings", 1, other)).status).toBe(200);
});

test("the landing page leaves out offers found by name, but no chosen product", async () => {
  const { admin, db, own, book } = await openDesk();
  const listed = () => packList.read(db).map(({ id }) => id);
  expect(listed()).toEqual([own]);
  await admin.change("settings", 1, { offers: false });
  expect(listed()).toEqual([own, book]);
  await admin.change("settings", 1, { offers: true, first_offer_id: own });
  expect(listed()).toEqual([own, book]);
  expect(offerSource.read(db).choice).toEqual(chosen({ firstOfferId: own }));
});

test("an offered product is not deleted, and one taken off sale keeps its place", async () => {
  const { admin, db, own } = await openDesk();
  await admin.change("settings", 1, { last_offer_id: own });
  const { status, body } = await admin.remove("products", own);
  expect(status).toBe(409);
  expect(body["message"]).toMatch(/one of your offers/);
  await admin.change("products", own, { active: false });
  const source = offerSource.read(db);
  expect(source.choice.lastOfferId).toBe(own);
  expect(findOfferFor("downsell", source, { originalId: 99 })).toBeUndefined();
});
