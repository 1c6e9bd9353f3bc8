// A seller who comes from another shop: the export, its questions, the result and the buyers.
import { expectSound } from "./accessible.ts";
import { buttonOf, CALL_ERRORS, panelOf, questionOf } from "./admin.ts";
import { expect, newBuyer, signInAs, signInAsOwner, test } from "./shop.ts";

test.use({ allowConsole: CALL_ERRORS });

test("the owner imports any CSV, mails its buyer and undoes the import", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const buyer = newBuyer("mia");
  const number = buyer.replace(/@.*/, "");
  const rows = [
    "Bestellung;E-Mail;Datum;Artikel;Betrag",
    `${number}-1;${buyer.toUpperCase()};3/4/2025;Premium Pack;1.234,50`,
    `${number}-2;;3/5/2025;Premium Pack;9,00`,
    `${number}-3;${buyer};3/6/2025;Old Poster;9,00`,
  ];
  await signInAsOwner(page);
  await page.goto("/admin/tables/orders");
  await buttonOf(page, "More").click();
  await page.getByRole("menuitem", { name: "Import orders" }).click();
  const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByLabel("Choose a CSV file").setInputFiles(file);
  const questions = panelOf(page, "2. Questions");
  for (const [field, column] of [
    ["Order number", "Bestellung"],
    ["Email", "E-Mail"],
    ["Paid at", "Datum"],
    ["Product", "Artikel"],
    ["Amount", "Betrag"],
  ] as const) {
    await questions.getByLabel(field, { exact: true }).selectOption(column);
  }
  await buttonOf(questions, "Check the file").click();

  // The columns open more questions: the order of day and month, the zone and the currency.
  await questions.getByLabel("Order of dates").selectOption({ label: "3/4/2025 is April 3, 2025" });
  await questions.getByLabel("Time zone of the other shop").fill("Berlin");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await questions.getByLabel("Currency of the amounts").fill("eur");
  await page.getByRole("option", { name: /^Euro/ }).click();
  await expect(questions.getByLabel("Premium Pack (2 rows)")).toHaveValue(/\d/);
  await expect(questions.getByLabel("Old Poster (1 row)")).toHaveValue("");
  await expectSound(page);
  await buttonOf(questions, "Check the file").click();

  const result = panelOf(page, "3. Result");
  await expect(result.getByText("1 order: €1,234.50")).toBeVisible();
  await result.getByText("Left out: No valid email (1), No product chosen (1)").click();
  await expect(result.getByRole("cell", { name: "No product chosen Old Poster" })).toBeVisible();
  await expectSound(page);
  await buttonOf(result, "Import 1 order").click();
  await expect(page.getByText("1 order imported.")).toBeVisible();

  await buttonOf(page, /^Tell 1 buyer/).click();
  await buttonOf(questionOf(page), "Send the mails").click();
  await expect(page.getByText("1 mail queued.")).toBeVisible();
  await expectSound(page);

  const home = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await signInAs(home.context(), buyer);
  await home.goto("/account");
  await expect(home.getByRole("article", { name: "Premium Pack" })).toBeVisible();

  await buttonOf(page, /^Undo the import/).click();
  await buttonOf(questionOf(page), "Undo").click();
  await expect(page.getByText("1 order deleted.")).toBeVisible();
});
