// What changes elsewhere, and what this device keeps for reading.
import type { APIRequestContext, BrowserContext, Page } from "playwright/test";
import { expect } from "./shop.ts";
import { test } from "./sound.ts";

const STREAM = "/api/admin/changes/stream";
const SHOWN_MS = 2000;

// A line that is cut on purpose is told on the console too.
test.use({ allowConsole: [/^Failed to load resource/] });

/** Signs a browser in as the shop's owner, whom the demo lets in at one press. */
async function signIn({ request }: Pick<BrowserContext, "request">): Promise<APIRequestContext> {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  expect((await request.post("/demo/admin", { headers })).ok()).toBe(true);
  return request;
}

const ofOwner = { headers: { "Sec-Fetch-Site": "same-origin" } };

/** Writes as another browser of the owner's would; returns the row. */
async function write(
  request: APIRequestContext,
  method: "POST" | "PUT",
  path: string,
  data: Record<string, unknown>,
): Promise<{ id: number }> {
  const answer = await request.fetch(`/api/tables/${path}`, { ...ofOwner, method, data });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

async function openTable(page: Page, path: string) {
  await page.goto(`/admin/tables/${path}`);
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
}

const cell = (page: Page, text: string) =>
  page.getByRole("gridcell").getByText(text, { exact: true });

test("two tabs show what another changes, through one stream that outlives its tab", async ({
  page,
  context,
}) => {
  const request = await signIn(context);
  const mark = crypto.randomUUID();
  const view = { table_name: "refunds", title: `${mark} one`, search: "sort=id:asc" };
  const { id } = await write(request, "POST", "saved_views", view);
  const streams: string[] = [];
  context.on("request", (asked) => asked.url().includes(STREAM) && streams.push(asked.url()));
  const open = page.waitForResponse((answer) => answer.url().includes(STREAM));
  await openTable(page, `saved_views?title=${mark}`);
  await open;
  const other = await context.newPage();
  await openTable(other, `saved_views?title=${mark}`);

  await write(request, "PUT", `saved_views/${id}`, { title: `${mark} two` });
  for (const tab of [page, other]) {
    await expect(cell(tab, `${mark} two`)).toBeVisible({ timeout: SHOWN_MS });
  }
  expect(streams).toHaveLength(1);

  const next = other.waitForResponse((answer) => answer.url().includes(STREAM));
  await page.close();
  await next;
  await write(request, "PUT", `saved_views/${id}`, { title: `${mark} three` });
  await expect(cell(other, `${mark} three`)).toBeVisible({ timeout: SHOWN_MS });
  expect(streams).toHaveLength(2);

  // Two hundred more at once are a few reads.
  let reads = 0;
  other.on("request", (asked) => {
    if (asked.url().includes("&title=")) reads += 1;
  });
  const csv = Array.from({ length: 200 }, (_, nth) => `refunds,${mark} ${nth},sort=id:asc`);
  const imported = await request.post("/api/tables/saved_views/import", {
    headers: { ...ofOwner.headers, "Content-Type": "text/csv" },
    data: ["table_name,title,search", ...csv].join("\n"),
  });
  expect(imported.ok()).toBe(true);
  await expect(other.getByText("1–50 of 201")).toBeVisible({ timeout: SHOWN_MS });
  expect(reads).toBeLessThanOrEqual(2);
});

test("while a cell is edited no other row takes its place, and what another wrote is not lost", async ({
  page,
  context,
}) => {
  const request = await signIn(context);
  const mark = crypto.randomUUID();
  const view = { table_name: "refunds", search: "sort=id:asc" };
  const { id } = await write(request, "POST", "saved_views", { ...view, title: `${mark} old` });
  await openTable(page, `saved_views?title=${mark}`);
  await cell(page, `${mark} old`).dblclick();
  const input = page.getByRole("gridcell").getByRole("textbox");
  await input.fill(`${mark} mine`);

  const heard = page.waitForResponse(/saved_views.*title=/);
  await write(request, "PUT", `saved_views/${id}`, { title: `${mark} theirs` });
  await write(request, "POST", "saved_views", { ...view, title: `${mark} above` });
  await (await heard).finished();
  await expect(input).toBeFocused();
  await input.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toHaveValue(`${mark} mine`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel(`Theirs: ${mark} theirs`)).toBeVisible();
  const stored = await (await request.get(`/api/tables/saved_views?title=${mark}`)).json();
  const titles = stored.data.map(({ title }: { title: string }) => title);
  expect(titles).toEqual([`${mark} above`, `${mark} theirs`]);
});
