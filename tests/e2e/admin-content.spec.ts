// The owner changes a text and a picture of the landing page, offline and online.
import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import type { Page, Route } from "playwright/test";
import { buttonOf, CALL_ERRORS, formOf, openOffline, questionOf, sendAll, write } from "./admin.ts";
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

/** Expects a section at a place of the preview, from 0. */
const expectPreviewed = (page: Page, place: number, section: string) =>
  expect(page.frameLocator("iframe").locator("main section").nth(place)).toHaveAttribute(
    "aria-labelledby",
    `${section}-heading`,
  );

test("sections are moved and hidden by keyboard, offline, and beside another administrator", async ({
  page,
  context,
}) => {
  const served = async () => (await context.request.get("/")).text();
  const stateOf = (text: string) => page.getByRole("status").filter({ hasText: text });
  await openOffline(page);
  await page.goto("/admin/content?group=Bonus");
  const bonus = page.frameLocator("iframe").getByRole("heading", { name: /free bonus/ });
  await expect(bonus).toBeInViewport();
  await expectNoFault(page);

  await buttonOf(page, "Move up").press("Enter");
  await expect(stateOf("Section 7 of 12.")).toBeVisible();
  await expect(buttonOf(page, "Move up")).toBeFocused();
  await expectPreviewed(page, 6, "bonuses");
  await expect(bonus).toBeInViewport();
  await expect.poll(served).toMatch(/id="bonuses".*id="pricing"/s);

  await context.setOffline(true);
  await buttonOf(page, "Hide").press("Enter");
  await expect(stateOf("Hidden: visitors don't see this section. Not sent yet.")).toBeVisible();
  await expect(buttonOf(page, "Show")).toBeFocused();
  await expect(page.getByText("Read before you show it")).toBeVisible();
  await sendAll(context, page);
  expect(await served()).not.toContain('id="bonuses"');
  await expect(bonus).toBeInViewport();
  await expectNoFault(page);

  const writeTheirs = async (route: Route) => {
    await write(page, "PUT", "settings/1", { sections: "faq, hero, pricing" });
    await route.continue();
  };
  await page.route("**/api/tables/settings/1", writeTheirs, { times: 1 });
  await buttonOf(page, "Show").click();
  const question = questionOf(page);
  await expect(question).toContainText("Someone else has changed the sections in the meantime");
  await buttonOf(question, "Keep theirs").click();
  await expectPreviewed(page, 0, "faq");

  for (const width of [320, 640, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
  await write(page, "PUT", "settings/1", { sections: "" });
  await expect(stateOf("Section 8 of 12.")).toBeVisible();
  const items = page.getByRole("navigation", { name: "Places" });
  await items
    .getByRole("link", { name: "Bonus" })
    .dragTo(items.getByRole("link", { name: "Topics" }));
  await expect(stateOf("Section 4 of 12.")).toBeVisible();
  await expectPreviewed(page, 3, "bonuses");
  await write(page, "PUT", "settings/1", { sections: "" });
});

test("a page, a question and a testimonial are edited beside their page", async ({
  page,
  context,
}) => {
  const preview = page.frameLocator("iframe");
  const input = (label: string) => page.getByLabel(label, { exact: true });
  const itemOf = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await openOffline(page);
  await page.goto("/admin/content?group=Legal+and+other+pages");
  await buttonOf(page, "Edit Terms of Service").click();
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Terms of Service");
  await input("Text").fill("## Zebra terms");
  await expect(preview.getByRole("heading", { name: "Zebra terms" })).toBeVisible();
  await expectNoFault(page);
  await page.keyboard.press("Escape");
  await buttonOf(page, "Close without saving").click();
  await expect(buttonOf(page, "Edit Terms of Service")).toBeFocused();
  await expect(buttonOf(page, "Delete Terms of Service")).toHaveCount(0);

  await buttonOf(page, "Add a page").click();
  await input("Path").fill("zoo");
  await input("Title").fill("Our zoo");
  await input("Text").fill("**Zebras** live here.");
  await page.getByRole("spinbutton", { name: "month, Last updated" }).click();
  await page.keyboard.type("11262026");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Our zoo");
  await buttonOf(page, "Save").click();
  await expect(buttonOf(page, "Add a page")).toBeFocused();
  expect(await (await context.request.get("/zoo")).text()).toContain("<strong>Zebras");
  await buttonOf(page, "Delete Our zoo").click();
  await buttonOf(questionOf(page), "Delete").click();
  await expect(itemOf("Our zoo")).toHaveCount(0);

  await page.goto("/admin/content?group=Questions");
  await buttonOf(page, "Add a question").click();
  await input("Question").fill("Do you like zebras?");
  await input("Answer").fill("Yes, **very much**.");
  await expect(preview.getByText("very much")).toBeInViewport();
  await expectNoFault(page);
  await context.setOffline(true);
  await buttonOf(page, "Save").click();
  await expect(itemOf("Do you like zebras?").getByText("Not sent yet")).toBeVisible();
  await buttonOf(page, "Move up: Do you like zebras?").press("Enter");
  await sendAll(context, page);
  const last = page.getByRole("region", { name: "Questions" }).getByRole("listitem").last();
  await expect(last).toContainText("What if something is wrong with my files?");
  await buttonOf(page, "Delete Do you like zebras?").click();
  await buttonOf(questionOf(page), "Delete").click();
  await expect(itemOf("Do you like zebras?")).toHaveCount(0);

  await page.goto("/admin/content?group=Testimonials");
  const rows = page.getByRole("region", { name: "Testimonials" });
  await rows
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await input("Text").fill("Zebras all day.");
  await expect(preview.getByText("Zebras all day.")).toBeInViewport();
  await expectNoFault(page);
});
