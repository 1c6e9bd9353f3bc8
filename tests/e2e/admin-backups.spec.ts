// The owner's archives of the whole store: made, fetched and deleted, and what fails about that.
import { stat } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expect, hold } from "./shop.ts";
import { expectNoFault, expectNoOverflow, test } from "./sound.ts";
import { signInAsOwner } from "./sign-in.ts";

const LIST = "**/api/admin/backups";

test.use({ allowConsole: [/status of (?:500|503) .*\/api\/admin\/backups/] });

const EMPTY = { backups: [], isUnderWay: false, failure: null, keep: 7 };
const panelOf = (page: Page) => page.getByRole("region", { name: "Archives" });

async function openBackups(page: Page) {
  await page.goto("/admin/backups");
  await expect(page.getByRole("heading", { name: "Backups" })).toBeVisible();
}

test("backups that can't be read, and one that can't be begun, say why", async ({ page }) => {
  await signInAsOwner(page);
  const letAnswer = await hold(page, LIST, { status: 500, json: {} });
  await openBackups(page);
  const panel = panelOf(page);
  await expect(panel.getByRole("status")).toHaveText("Loading backups...");
  letAnswer();
  await expect(panel.getByRole("alert")).toContainText("The backups could not be loaded");
  await expectNoFault(page);
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ json: { ...EMPTY, isUnderWay: true } }));
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("status")).toContainText("A backup is being made.");
  await expectNoFault(page);
  // The later route wins; without any, the list that is polled meanwhile would be the store's own.
  const failure = { at: "2026-11-21T10:00:00.000Z", text: "The disk of /data is full: make room." };
  await page.route(LIST, (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { ...EMPTY, failure, keep: 0 } })
      : route.fulfill({ status: 503, json: {} }),
  );
  await expect(panel.getByText("There is no backup yet.")).toBeVisible();
  await expect(panel.getByRole("alert")).toContainText("The disk of /data is full: make room.");
  await expect(panel.getByText("BACKUP_KEEP is 0")).toBeVisible();
  await panel.getByRole("button", { name: "Make a backup now" }).click();
  await expect(panel.getByText("The backup could not be started")).toBeVisible();
  await expectNoFault(page);
});

test("a backup is made on a press, downloaded, and deleted after a question", async ({ page }) => {
  await signInAsOwner(page);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Backups" }).click();
  const panel = panelOf(page);
  const make = panel.getByRole("button", { name: "Make a backup now" });
  await make.click();
  await expect(panel.getByRole("status")).toContainText("A backup is being made.");
  await expect(make).toHaveAttribute("aria-disabled", "true");
  await expect(panel.getByText("Made by hand").first()).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByRole("status")).toHaveCount(0);
  await expectNoOverflow(page);
  const rows = panel.getByRole("listitem");
  const count = await rows.count();
  const saving = page.waitForEvent("download");
  await rows
    .first()
    .getByRole("link", { name: /^Download the backup of / })
    .click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^papercub-.*-by-hand\.tar$/);
  expect((await stat(await saved.path())).size).toBeGreaterThan(1_000_000);

  const remove = rows.first().getByRole("button", { name: /^Delete the backup of / });
  await remove.click();
  const question = page.getByRole("alertdialog", { name: "Delete this backup?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(rows).toHaveCount(count);
  await remove.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The backup was deleted.")).toBeVisible();
  await expect(rows).toHaveCount(count - 1);
});
