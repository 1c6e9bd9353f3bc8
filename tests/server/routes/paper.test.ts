import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, users } from "../../../db/schema.ts";
import type { Paper } from "../../../server/contract/site.ts";
import { newVersion } from "../../../server/mails/order-notices.tsx";
import { openBrowser } from "../../support/browser.ts";
import { readZip } from "../../support/read-zip.ts";
import { buy, local, openShop } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";
const FILES: [title: string, paper: Paper | null][] = [
  ["Month 1 (A4)", "a4"],
  ["Month 1 (US Letter)", "letter"],
  ["Month 2 (A4)", "a4"],
  ["Month 2 (US Letter)", "letter"],
  ["Mazes", null],
];

/** Opens a shop that sells a pack in both paper sizes, and a book with one printable in both. */
async function open() {
  const shop = await openShop();
  const contents = FILES.map(([title]) => `%PDF ${title}`);
  const pack = await shop.addProduct({ name: "Big Pack", contents });
  const book = await shop.addProduct({ name: "Small Book", contents: contents.slice(0, 2) });
  const added = shop.db.select().from(files).all().slice(-7);
  for (const [index, { id }] of added.entries()) {
    const [title, paper] = FILES[index % FILES.length] ?? ["", null];
    shop.db.update(files).set({ title, paper }).where(eq(files.id, id)).run();
  }
  const anna = await signedIn(shop, ANNA);
  const namesIn = async (url: string | null | undefined, by = openBrowser(shop)) =>
    readZip(new Uint8Array(await (await by.get(local(url))).arrayBuffer())).map(({ name }) => name);
  return {
    ...shop,
    pack,
    book,
    anna,
    namesIn,
    choose: (paper: string, by = anna) => by.postForm("/account/paper", { paper }),
    chosen: () => shop.db.select({ paper: users.paper }).from(users).all(),
    /** Links of the newest mail, without their token, and the link after this text. */
    mailed(before = "The same files in US Letter:\n") {
      const { text } = shop.mails.at(-1) ?? { text: "" };
      const links = Array.from(text.matchAll(/\/files\/[^?\s]+/g), ([path]) => path);
      const [after = ""] = text.split(before).slice(1);
      return { text, links, link: after.split("\n")[0] };
    },
  };
}

test("a visitor who is not signed in chooses nothing", async () => {
  const t = await open();
  const answer = await t.choose("a4", openBrowser(t));
  expect(answer.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
  expect(t.chosen()).toEqual([{ paper: null }]);
});

test.each(["a4", "letter"])("%s is chosen, and any other value means both again", async (paper) => {
  const t = await open();
  expect((await t.choose(paper)).headers.get("Location")).toBe("/account");
  expect(t.chosen()).toEqual([{ paper }]);
  await t.choose("a5");
  expect(t.chosen()).toEqual([{ paper: null }]);
});

describe("the mail with the files", () => {
  test.each(["of an account without a choice", "of an email without an account"])(
    "%s has every size",
    async (which) => {
      const t = await open();
      await t.choose("a4");
      if (which === "of an account without a choice") await t.choose("both");
      const email = which === "of an account without a choice" ? ANNA : "bert@example.com";
      await buy(t, openBrowser(t), { products: [t.pack], email });
      expect(t.mailed().links).toHaveLength(6);
      expect(t.mailed().text).toContain("A4 for most of the world");
      expect(t.mailed().text).not.toContain("The same files in");
    },
  );

  test.each(["signed in", "as a guest"])(
    "of an order placed %s has the chosen size, and one link to the other",
    async (how) => {
      const t = await open();
      await t.choose("a4");
      const by = how === "signed in" ? t.anna : openBrowser(t);
      await buy(t, by, { products: [t.pack], email: ANNA });
      const { text, links, link } = t.mailed();
      expect(links.map((path) => path.split("/").at(-1))).toEqual([
        "Big-Pack.zip",
        "Month-1-A4.pdf",
        "Month-2-A4.pdf",
        "Mazes.pdf",
        "Big-Pack.zip",
      ]);
      expect(text).toContain("Print at 100 % (“actual size”).");
      expect(text).not.toContain("A4 for most of the world");
      const [all] = /http\S+\.zip\S+/.exec(text) ?? [];
      const own = ["A4/Month-1-A4.pdf", "A4/Month-2-A4.pdf", "Mazes.pdf"];
      expect(await t.namesIn(all)).toEqual(own);
      expect(await t.namesIn(link)).toEqual([
        "US Letter/Month-1-US-Letter.pdf",
        "US Letter/Month-2-US-Letter.pdf",
        "Mazes.pdf",
      ]);
      expect(await t.namesIn(all?.replace("&paper=a4", ""))).toHaveLength(5);
    },
  );

  test("links to the other file itself if there is one", async () => {
    const t = await open();
    await t.choose("a4");
    await buy(t, t.anna, { products: [t.book], email: ANNA });
    const { links, link } = t.mailed();
    expect(links.map((path) => path.split("/").at(-1))).toEqual([
      "Month-1-A4.pdf",
      "Month-1-US-Letter.pdf",
    ]);
    expect((await openBrowser(t).get(local(link))).status).toBe(200);
  });
});

test("the account lists all files, and its ZIP has the chosen size", async () => {
  const t = await open();
  await t.choose("letter");
  await buy(t, t.anna, { products: [t.pack], email: ANNA });
  const [item] = await (await t.anna.get("/api/products/purchased-products")).json();
  const site = "http://localhost:3000";
  expect(item.files).toHaveLength(5);
  expect(item.otherSize.paper).toBe("a4");
  expect(await t.namesIn(site + item.downloadUrl, t.anna)).toEqual([
    "US Letter/Month-1-US-Letter.pdf",
    "US Letter/Month-2-US-Letter.pdf",
    "Mazes.pdf",
  ]);
  expect(await t.namesIn(site + item.otherSize.url, t.anna)).toHaveLength(3);
});

test("a new version is news in the chosen size only", async () => {
  const t = await open();
  await t.anna.postForm("/mails/news", { wanted: "1" });
  await t.choose("a4");
  await buy(t, t.anna, { products: [t.pack], email: ANNA });
  const [item] = await (await t.anna.get("/api/products/purchased-products")).json();
  const isNews = ({ id }: { id: number }) => {
    const about = { orderId: 1, itemId: item.id, fileId: id, recipient: ANNA };
    return newVersion.gather(t.deps, about) !== undefined;
  };
  expect(item.files.map(isNews)).toEqual([true, false, true, false, true]);
});
