// The owner changes a text and a picture of the landing page, offline and online.
import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import type { Page } from "playwright/test";
import { buttonOf, CALL_ERRORS, formOf, openOffline, sendAll, write } from "./admin.ts";
import { expect, test } from "./shop.ts";
import { expectNoFault } from "./accessible.ts";

const HEADLINE = "A quiet table, every afternoon";
const DEFAULT = /Tired of Screen-Time Battles/;

test.use({ allowConsole: CALL_ERRORS });

const headingOf = (page: Page) => page.frameLocator("iframe").getByRole("heading", { level: 1 });

async function typeHeadline(page: Page, text: string) {
  await buttonOf(page, "Edit Headline").click();
  await page.getByLabel("Text", { exact: true }).fill(text);
}

test("a headline and a picture are previewed, shown on the page, and the default again", async ({
  page,
  context,
}) => {
  const served = async () => (await context.request.get("/")).text();
  await openOffline(page);
  await page.getByRole("link", { name: "Content", exact: true }).click();
  await expect(headingOf(page)).toHaveText(DEFAULT);
  await typeHeadline(page, HEADLINE);
  await expect(headingOf(page)).toHaveText(HEADLINE);
  expect(await served()).not.toContain(HEADLINE);
  await expectNoFault(page);
  await page.keyboard.press("Escape");
  await buttonOf(page, "Close without saving").click();
  await expect(headingOf(page)).toHaveText(DEFAULT);

  await context.setOffline(true);
  await typeHeadline(page, HEADLINE);
  await expect(page.getByText("The preview needs a connection.")).toBeVisible();
  await buttonOf(page, "Save").click();
  await expect(page.getByText("Not sent yet")).toBeVisible();
  await expect(buttonOf(page, "Edit Headline")).toBeFocused();
  await sendAll(context, page);
  expect(await served()).toContain(HEADLINE);
  await expect(headingOf(page)).toHaveText(HEADLINE);

  await buttonOf(page, "Edit Subline").click();
  const subline = page.getByLabel("Text", { exact: true });
  await subline.fill("Mine");
  await write(page, "POST", "texts", { name: "story.hero.subline", value: "Theirs" });
  await buttonOf(page, "Save").click();
  await expect(
    page.getByText("Someone else has changed this in the meantime: “Theirs”."),
  ).toBeVisible();
  await expect(subline).toHaveValue("Mine");
  await expectNoFault(page);
  await buttonOf(page, "Save").click();
  await expect(page.getByText("Subline was saved.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Mine", { exact: true })).toBeVisible();
  await buttonOf(page, "Subline: back to the default").click();

  await buttonOf(page, "Edit Sheet in front").click();
  const chooser = page.locator("input[type=file]");
  await chooser.setInputFiles({
    name: "a.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(""),
  });
  await expect(page.getByText("SVG pictures can’t be used.")).toBeVisible();
  await chooser.setInputFiles("client/public/pictures/open-graph.jpg");
  const thumbnail = page.locator('form img[src^="/uploads/"]');
  const middle = await thumbnail.getAttribute("src");
  await page.getByLabel("Part of the picture to show").fill("0");
  await expect(thumbnail).not.toHaveAttribute("src", middle ?? "");
  await page.getByLabel("Description").fill("Pages on a table");
  await expectNoFault(page);
  await buttonOf(page, "Save").click();
  await expect(buttonOf(page, "Edit Sheet in front")).toBeFocused();
  const picture = page.frameLocator("iframe").getByAltText("Pages on a table");
  await expect(picture).toHaveJSProperty("complete", true);
  const [image] = /<img[^>]*alt="Pages on a table"/.exec(await served()) ?? [];
  expect(image).toContain('src="/uploads/');
  await buttonOf(page, "Sheet in front: back to the default").click();
  await expect(picture).toHaveCount(0);

  const isOff = page.getByText("Visitors don't see this text now");
  for (const [shown, hints] of [
    [false, 1],
    [true, 0],
  ] as const) {
    await write(page, "PUT", "settings/1", { show_trust_claim: shown });
    await expect(isOff).toHaveCount(hints);
  }

  await buttonOf(page, "Headline: back to the default").click();
  await expect(headingOf(page)).toHaveText(DEFAULT);
  expect(await served()).not.toContain(HEADLINE);

  await page.goto("/admin/content?group=Packs+and+countdown");
  const packs = page.frameLocator("iframe").getByRole("heading", { name: "Choose your pack" });
  await expect(packs).toBeInViewport();
});

test("all texts are exported offline for a translator, and imported", async ({ page, context }) => {
  const choose = async (entry: string) => {
    await buttonOf(page, "Translation").click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await openOffline(page);
  await page.getByRole("link", { name: "Content", exact: true }).click();
  await expect(headingOf(page)).toHaveText(DEFAULT);
  await context.setOffline(true);
  const download = page.waitForEvent("download");
  await choose("Export for translation");
  const file = await readFile(await (await download).path(), "utf8");
  await context.setOffline(false);

  const lines = Papa.parse<Record<string, string>>(file, { header: true }).data;
  const headline = lines.find(({ name }) => name === "story.hero.headline");
  expect(headline).toMatchObject({ default: expect.stringMatching(DEFAULT), text: "" });
  const importLines = async (text: string) => {
    const translated = lines.map((line) => (line === headline ? { ...line, text } : line));
    const sheet = `\uFEFF${Papa.unparse(translated, { delimiter: ";" })}`;
    await page.locator("input[type=file]").setInputFiles({
      name: "translation.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(sheet),
    });
    await buttonOf(formOf(page), "Check").click();
  };
  await choose("Import a translation");
  await importLines("x".repeat(201));
  await expect(formOf(page).getByText("This text has more than 200 characters.")).toBeVisible();
  await expectNoFault(page);
  await buttonOf(formOf(page), "Another file").click();
  await importLines(HEADLINE);
  await buttonOf(formOf(page), "Import 1 row").click();
  await expect(headingOf(page)).toHaveText(HEADLINE);
  const place = page.getByRole("navigation", { name: "Places" }).getByText("Landing page");
  await expect(place).toHaveText(/^Landing page 1 of \d+ changed$/);
  expect(await (await context.request.get("/")).text()).toContain(HEADLINE);
  await expectNoFault(page);
  await buttonOf(page, "Undo").click();
  await expect(headingOf(page)).toHaveText(DEFAULT);
  await expect(place).toHaveText("Landing page");
});
