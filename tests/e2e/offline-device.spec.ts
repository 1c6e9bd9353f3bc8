import { randomBytes } from "node:crypto";
import type { PurchasedProduct } from "../../server/contract/answers.ts";
import { expect, half, holdings, html, loadLibrary, openIn, test, USER } from "./library-shop.ts";
import { buyAhead, newBuyer } from "./shop.ts";
import { signInAs, signInAsOwner } from "./sign-in.ts";

// What is refused on purpose is told on the console too.
test.use({
  allowConsole: [/^Failed to load resource|registration blocked by Playwright/],
  serviceWorkers: "block",
});

test("tabs show the same, one goes on for another, and all are emptied at once", async ({
  page,
  context,
  shop,
}) => {
  const bytes = randomBytes(200_000);
  const first = await openIn(page, shop);
  const tab = await context.newPage();
  const second = await openIn(tab, shop);
  const held = [1, 2].map((id) => shop.add(id, { bytes, answer: () => half(bytes) }));
  await second.save(...held, shop.add(3));
  await expect.poll(second.jobs).toEqual({ 1: "saving", 2: "saving", 3: "waiting" });
  await expect.poll(first.jobs).toEqual({ 1: "saving", 2: "saving", 3: "waiting" });
  expect(shop.asked).toHaveLength(2);

  await second.library.evaluate((opened) => opened.cancel(1));
  await expect.poll(first.saved).toEqual([3]);
  await expect.poll(second.saved).toEqual([3]);
  await expect.poll(second.jobs).toEqual({ 2: "saving" });
  await page.close();
  await expect
    .poll(() => shop.asked.filter((path) => path.startsWith("/files/2/")))
    .toHaveLength(2);

  const third = await context.newPage();
  const { code, saved } = await openIn(third, shop);
  expect(await saved()).toEqual([3]);
  const heard = await second.code.evaluateHandle(({ onDeviceEmptied }) => ({
    atMs: new Promise<number>((resolve) => onDeviceEmptied(() => resolve(Date.now()))),
  }));
  const [begunMs, tookMs] = await code.evaluate(async ({ emptyDevice }) => {
    const begun = [Date.now(), performance.now()] as const;
    await emptyDevice();
    return [begun[0], performance.now() - begun[1]] as const;
  });
  const heardMs = (await heard.evaluate(({ atMs }) => atMs)) - begunMs;
  console.log(`P8: emptied in ${tookMs.toFixed(0)} ms; another tab knows after ${heardMs} ms`);
  expect(tookMs).toBeLessThanOrEqual(500);
  expect(heardMs).toBeLessThanOrEqual(1000);
  await expect.poll(second.jobs).toEqual({});
  expect(await second.saved()).toEqual([]);
  expect(await holdings(tab)).toMatchObject({ buckets: 0, rows: [0, 0, 0] });
});

test("another user sees nothing, and the device is emptied for them", async ({ page, shop }) => {
  const anna = await openIn(page, shop);
  await anna.save(shop.add(1));
  await expect.poll(anna.saved).toEqual([1]);
  await anna.code.evaluate(
    ({ cacheAccount }, user) => cacheAccount({ user, purchases: [], readAt: 5 }),
    USER,
  );
  const again = await openIn(page, shop);
  await again.code.evaluate(({ claimDevice }) => claimDevice(1));
  expect(await again.saved()).toEqual([1]);
  const kept = () => again.code.evaluate(({ findCachedAccount }) => findCachedAccount());
  expect(await kept()).toMatchObject({ user: USER, readAt: 5 });

  const ben = await openIn(page, { ...shop, userId: 2 });
  expect(await ben.saved()).toEqual([]);
  await ben.code.evaluate(({ claimDevice }) => claimDevice(2));
  expect(await holdings(page)).toMatchObject({ buckets: 0, rows: [0, 0, 0] });
});

test("any trace of another user empties the device", async ({ page, shop }) => {
  const code = await loadLibrary(page, shop.url);
  const traces = {
    account: () =>
      code.evaluate(
        ({ cacheAccount }, user) => cacheAccount({ user, purchases: [], readAt: 5 }),
        USER,
      ),
    bucket: () =>
      page.evaluate(async () => {
        const bucket = await caches.open("files-of-another");
        await bucket.put("/files/1/File-1.pdf", new Response("left"));
      }),
    row: async () => {
      const { save, jobs } = await openIn(page, shop);
      await save(shop.add(1, { answer: html(503) }));
      await expect.poll(jobs).toEqual({ 1: "offline" });
    },
  };
  for (const leave of [traces.account, traces.bucket, traces.row]) {
    await leave();
    const now = await loadLibrary(page, shop.url);
    await now.evaluate(({ claimDevice }) => claimDevice(2));
    expect(await holdings(page)).toMatchObject({ buckets: 0, rows: [0, 0, 0] });
  }
});

test("an owner who logs out of the admin leaves no files either", async ({ page }) => {
  await signInAsOwner(page);
  await page.goto("/admin");
  await page.evaluate(async () => {
    const bucket = await caches.open("files-of-the-owner");
    await bucket.put("/files/1/File-1.pdf", new Response("saved"));
  });
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/login/);
  expect((await holdings(page)).buckets).toBe(0);
});

test("an account is not shown any more once this browser has signed out", async ({
  page,
  shop,
}) => {
  const code = await loadLibrary(page, shop.url);
  const kept = () => code.evaluate(({ findCachedAccount }) => findCachedAccount());
  const keep = () =>
    code.evaluate(
      ({ cacheAccount }, user) => cacheAccount({ user, purchases: [], readAt: 5 }),
      USER,
    );
  await keep();
  expect(await kept()).toMatchObject({ user: USER });
  await page.evaluate(() => localStorage.setItem("signOutPending", '{"session":null}'));
  expect(await kept()).toBeUndefined();
});

test("the store's own files are saved whole, until its session ends", async ({
  page,
  baseURL,
  shop,
}) => {
  const email = newBuyer("nora");
  await buyAhead(page, { pack: "Premium Pack", email });
  await signInAs(page, email);
  const { id: userId } = await (await page.request.get("/api/users/me")).json();
  const [product]: PurchasedProduct[] = await (
    await page.request.get("/api/products/purchased-products")
  ).json();
  const listed = (product?.files ?? []).map((file) => ({ ...file, productName: "Premium Pack" }));
  // A page of the store's own site that has no library of its own.
  await page.route("**/empty-page", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Empty</title>" }),
  );
  await page.route("**/library.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: shop.script }),
  );
  const { save, saved, jobs, sync } = await openIn(page, { url: `${baseURL}/empty-page`, userId });
  const few = listed.slice(0, 4);
  await save(...few);
  await expect.poll(async () => (await saved()).length).toBe(few.length);
  const { entries } = await holdings(page);
  expect(entries.map(({ kind }) => kind)).toEqual(few.map(() => "200 basic"));
  expect(entries.map(({ sha256 }) => sha256).toSorted()).toEqual(
    few.map(({ sha256 }) => sha256).toSorted(),
  );

  await page.request.get("/api/logout");
  const [last] = listed.slice(-1);
  await save(...listed.slice(-1));
  await expect.poll(jobs).toEqual({ [last?.id ?? 0]: "signed-out" });
  await sync();
  expect(await holdings(page)).toMatchObject({ buckets: 0, rows: [0, 0, 0] });
});
