// The owner's health page.
import { CHECK_NAMES, type Health } from "../../server/contract/health.ts";
import { found, lineOf } from "../../server/contract/health-words.ts";
import { expect } from "./shop.ts";
import { signInAsOwner } from "./sign-in.ts";
import { expectSound, expectStateSound, test } from "./sound.ts";

const HEALTH = "**/api/admin/health";

test.use({ allowConsole: [/status of 500 .*\/api\/admin\/health/] });

const RED = lineOf("clock", found("bad", "clock.wrong", { aheadMs: 360_000 }));

test("the owner sees what is red and what to do, and tries mail and payments out", async ({
  page,
}) => {
  await signInAsOwner(page);
  await page.goto("/admin");
  const side = page.getByRole("navigation", { name: "Database Tables" });
  await side.getByRole("link", { name: "Health" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Health" })).toBeVisible();
  await expect(main.getByRole("listitem")).toHaveCount(CHECK_NAMES.length);
  await expectSound(page);

  await main.getByRole("button", { name: "Send a test mail" }).click();
  await expect(main.getByText("The mail server accepted it.")).toBeVisible();
  await main.getByRole("button", { name: "Check payments" }).click();
  await expect(main.getByText(/is enabled and sends every event/)).toBeVisible();
  await expectStateSound(page);
  await expect(async () => {
    expect(await (await page.request.get("/demo/mail")).text()).toContain("Papercub: a test mail");
  }).toPass();

  await page.route(HEALTH, async (route) => {
    const answer = await route.fetch();
    const health: Health = await answer.json();
    const checks = health.checks.map((line) => (line.name === "clock" ? RED : line));
    await route.fulfill({ json: { ...health, checks } });
  });
  await page.reload();
  await expect(main.getByText("1 check needs your attention.")).toBeVisible();
  const urgent = main.getByRole("region", { name: "Needs attention" });
  await expect(urgent.getByText(RED.text)).toBeVisible();
  await expect(urgent.getByText(RED.todo ?? "")).toBeVisible();
  await expect(side.getByRole("link", { name: "Health 1 failed check" })).toBeVisible();
  await expectSound(page);

  await page.unroute(HEALTH);
  // As the store answers it; what answers otherwise is taken for a lost line.
  const refusal = { message: "No.", code: "internal", reason: "internal" };
  await page.route(HEALTH, (route) => route.fulfill({ status: 500, json: refusal }));
  await page.reload();
  await expect(
    main.getByRole("heading", { name: "The health page could not be loaded" }),
  ).toBeVisible();
  await expectStateSound(page);
  await page.unroute(HEALTH);
  await main.getByRole("button", { name: "Try again" }).click();
  await expect(main.getByRole("listitem")).toHaveCount(CHECK_NAMES.length);
});
