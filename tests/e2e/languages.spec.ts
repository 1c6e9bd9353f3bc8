// The shop in a language with long words, and in one that is written from right to left.
import type { Page } from "playwright/test";
import { listTexts } from "../../client/content/text-catalogue.ts";
import { csvLine, writeCell } from "../../server/contract/csv.ts";
import { expectNoSidewaysScroll } from "./accessible.ts";
import { write } from "./admin.ts";
import {
  buyToOffer,
  expect,
  newBuyer,
  type Requester,
  SAME_ORIGIN,
  signInAs,
  signInAsOwner,
  test,
} from "./shop.ts";

const WIDTHS_PX = [320, 390, 768, 1280];
const HEBREW = [..."אבגדהוזחטיכלמנסעפצקרשתאבגד"];

/** Doubles the vowels and each "r" and "s", which makes the texts 40 % longer. */
const lengthen = (text: string) => text.replaceAll(/[aeiours]/g, "$&$&");
const toHebrew = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => HEBREW[letter.toLowerCase().charCodeAt(0) - 97] ?? "");

// The store is not used by other tests, which read its English texts.
test.use({
  serviceWorkers: "block",
  allowConsole: /status of 404 .*no-such-page$|registration blocked by Playwright/,
  settings: { BRAND: "Papercub" },
});

type Translation = { language: string; turn: (text: string) => string };

/** As the owner, replaces all texts of the shop except their placeholders, and sets its language. */
async function translate(owner: Requester, { language, turn }: Translation) {
  const rows = listTexts()
    .filter(({ picture }) => picture === undefined)
    .map(({ name, default: text }) => {
      const parts = text.split(/(\{[^}]*\})/);
      return [name, parts.map((part, index) => (index % 2 ? part : turn(part))).join("")];
    });
  const lines = [["name", "value"], ...rows].map((row) =>
    csvLine(row.map((cell) => writeCell("text", cell))),
  );
  const answer = await owner.request.post("/api/tables/texts/import", {
    headers: { ...SAME_ORIGIN, "Content-Type": "text/csv; charset=utf-8" },
    data: lines.join(""),
  });
  expect(await answer.json()).toMatchObject({ refused: 0 });
  await write(owner, "PUT", "settings/1", { language });
}

/** Expects that no text is outside the window, where sections would clip it. */
async function expectTextInWindow(page: Page) {
  const outside = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const texts = [...document.querySelectorAll("main *, header *, footer *")].filter(
      (element) =>
        element.childElementCount === 0 &&
        element.textContent !== "" &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest("svg, .sr-only, .truncate, .overflow-x-auto, [aria-hidden=true]"),
    );
    const isOutside = ({ left, right }: DOMRect) => left < -1 || right > width + 1;
    return texts
      .filter((element) => isOutside(element.getBoundingClientRect()))
      .map((element) => element.textContent);
  });
  expect(outside, `outside ${page.viewportSize()?.width} px of ${page.url()}`).toEqual([]);
}

test("pages fit every width in other languages; the admin stays in English", async ({
  page,
  request,
  store,
}) => {
  test.slow();
  const email = newBuyer("lea");
  await buyToOffer(page, email);
  const { pathname, search } = new URL(page.url());
  const pack = `originalProductId=${store.idOf("Premium Pack")}`;
  await signInAs(page, email);
  await page.goto("/account");
  const receipt = await page.locator('a[href^="/account/orders/"]').first().getAttribute("href");
  const paths = [
    "/#content",
    "/contact",
    "/privacy",
    "/orders/find",
    "/withdraw",
    "/mails/stop",
    "/products/premium-pack",
    "/no-such-page",
    "/offline",
    "/checkout/error",
    `/checkout/cancel?${pack}`,
    `/checkout/success${search}`,
    pathname + search,
    `/downsell?${pack}`,
    "/account",
    receipt ?? "",
  ];
  await signInAsOwner({ request });

  for (const { dir, ...translation } of [
    { language: "de", dir: "ltr", turn: lengthen },
    { language: "he", dir: "rtl", turn: toHebrew },
  ]) {
    await translate({ request }, translation);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", translation.language);
      await expect(page.locator("body")).toHaveCSS("direction", dir);
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
        await expectTextInWindow(page);
      }
    }
  }

  await signInAsOwner(page);
  await page.goto("/admin");
  await expect(page.getByRole("navigation", { name: "Database Tables" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("body")).toHaveCSS("direction", "ltr");
});
