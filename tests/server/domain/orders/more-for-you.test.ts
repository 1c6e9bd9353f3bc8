import { describe, expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { productFiles } from "../../../../db/schema.ts";
import type { MoreProduct } from "../../../../server/contract/answers.ts";
import { type Browser, openBrowser } from "../../../support/browser.ts";
import { DELAYED_CARD } from "../../../support/money.ts";
import { pay, readDetail, signIn } from "../../../support/shop.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";

type Shop = Awaited<ReturnType<typeof openUpgradeShop>>;

const ALL = [
  "Premium Pack 3700",
  "Dinosaur Busy Book 1200",
  "Advanced Pack 2700",
  "Classroom Pack 9900",
];
const without = (...names: string[]) =>
  ALL.filter((text) => !names.some((name) => text.startsWith(name)));

/** Each offer as its name and price, and the price of the upgrade. */
const textOf = ({ name, price, upgrade }: MoreProduct) =>
  `${name} ${price}${upgrade ? `, ${upgrade.price} from ${upgrade.from}` : ""}`;

async function offersTo(browser: Pick<Browser, "get">): Promise<string[]> {
  const answer = await browser.get("/api/products/more");
  expect(answer.status).toBe(200);
  return ((await answer.json()) as MoreProduct[]).map(textOf);
}

/** Gives a product the files of another. */
function shareFiles({ db, clock }: Shop, from: number, to: number): void {
  const author = { actor: "test", now: clock.now() };
  db.write((tx) => {
    for (const { productId, fileId } of tx.select().from(productFiles).all())
      if (productId === from) insertRow(tx, productFiles, { productId: to, fileId }, author);
  });
}

test("the call requires a signed-in user", async () => {
  const shop = await openUpgradeShop();
  expect((await shop.browser.get("/api/products/more")).status).toBe(401);
});

describe("an account is offered", () => {
  const OFFERED: [string, (shop: Shop, anna: Browser) => unknown, string[]][] = [
    ["everything on sale, in catalogue order", () => {}, ALL],
    [
      "nothing that was refunded",
      async (shop, anna) => {
        shop.control.refund(await shop.buy(anna, shop.book));
        await shop.settle();
      },
      without("Dino"),
    ],
    ["nothing off sale", (shop) => shop.editProduct(shop.book, { active: false }), without("Dino")],
    ["nothing owned", (shop, anna) => shop.buy(anna, shop.book), without("Dino")],
    [
      "nothing bought as a guest with the same email",
      (shop) => shop.buy(openBrowser(shop), shop.book),
      without("Dino"),
    ],
    [
      "nothing with a payment under way",
      async (shop, anna) => {
        await pay(shop, anna, { products: [shop.book], card: DELAYED_CARD });
        await shop.settle();
      },
      without("Dino"),
    ],
    [
      "upgrades for the difference",
      (shop, anna) => shop.buy(anna, shop.advanced),
      [
        "Premium Pack 3700, 1000 from Advanced Pack",
        "Dinosaur Busy Book 1200",
        "Classroom Pack 9900",
      ],
    ],
    [
      "no product whose files are all owned",
      async (shop, anna) => {
        shareFiles(shop, shop.advanced, shop.pack);
        await shop.buy(anna, shop.pack);
      },
      without("Premium", "Advanced"),
    ],
    [
      "owned files with a wider licence",
      async (shop, anna) => {
        shop.editProduct(shop.classroom, { licence: "classroom" });
        shareFiles(shop, shop.pack, shop.classroom);
        await shop.buy(anna, shop.pack);
      },
      without("Premium"),
    ],
    [
      "no owned files with a narrower licence",
      async (shop, anna) => {
        shop.editProduct(shop.classroom, { licence: "classroom" });
        shareFiles(shop, shop.pack, shop.classroom);
        await shop.buy(anna, shop.classroom);
      },
      without("Premium", "Classroom"),
    ],
  ];
  test.each(OFFERED)("%s", async (_name, prepare, offers) => {
    const shop = await openUpgradeShop();
    const anna = signIn(shop, "anna@example.com");
    await prepare(shop, anna);
    expect(await offersTo(anna)).toEqual(offers);
  });
});

describe("the order page offers", () => {
  test("the buyer what the account would, and a stranger nothing", async () => {
    const shop = await openUpgradeShop();
    const sessionId = await shop.buy(shop.browser, shop.advanced);
    const offersOf = async (browser: Browser) =>
      (await readDetail(browser, sessionId)).more?.map(textOf);
    expect(await offersOf(shop.browser)).toContain("Premium Pack 3700, 1000 from Advanced Pack");
    // Anyone with the link of a new order sees the whole order, but would pay the full price.
    const stranger = openBrowser(shop);
    expect(await offersOf(stranger)).toEqual(without("Advanced"));
    shop.clock.advance(3_600_000);
    expect(await offersOf(stranger)).toEqual([]);
  });

  test("nothing while the payment is under way", async () => {
    const shop = await openUpgradeShop();
    const sessionId = await pay(shop, shop.browser, { products: [shop.book], card: DELAYED_CARD });
    expect((await readDetail(shop.browser, sessionId)).more).toEqual([]);
  });
});

test("the delivery mail offers three products at most, and the upgrade's price", async () => {
  const shop = await openUpgradeShop();
  await shop.addProduct({ name: "Color Workbook", price: 1900 });
  await shop.buy(shop.browser, shop.advanced);
  const text = shop.mails[0]?.text ?? "";
  const [, offers = ""] = text.split("More for you\n");
  expect(offers.split("\n").slice(0, 4)).toEqual([
    "Premium Pack: upgrade for $10.00 USD instead of $37.00 USD",
    "Dinosaur Busy Book: $12.00 USD",
    "Classroom Pack: $99.00 USD",
    "See all in your account: http://localhost:3000/account",
  ]);
});
