// Steps that only the browser sees: it reports them without storing anything.
import type { Page } from "playwright/test";
import { buyToOffer, expect, newBuyer, openLive, test, waitUntilLive } from "./shop.ts";

type Step = { step: string; path: string; referrer: string; query: string };

/** Records the reported steps. Wraps `sendBeacon`, because Playwright hides the body of beacons. */
async function reportedBy(page: Page): Promise<Step[]> {
  const steps: Step[] = [];
  await page.exposeFunction("reported", (body: string) => steps.push(JSON.parse(body) as Step));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    const reported = Reflect.get(window, "reported") as (body: string) => void;
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then(reported);
      return send(url, body);
    };
  });
  return steps;
}

const brief = (steps: Step[]) => steps.map(({ step, path }) => `${step} ${path}`);

test("prices in the middle of the window and answers to offers are reported", async ({
  page,
  store,
}) => {
  const steps = await reportedBy(page);
  await openLive(page, "/?utm_source=news");
  expect(steps).toEqual([]);
  // Pictures above load while scrolling, which moves the prices down.
  const scrollToPrices = () =>
    page.locator("#pricing").evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
  const arrival = { referrer: "", query: "?utm_source=news" };
  await expect(async () => {
    await scrollToPrices();
    expect(steps).toEqual([{ step: "pricing", path: "/", ...arrival }]);
  }).toPass();
  await page.evaluate(() => window.scrollTo(0, 0));
  await scrollToPrices();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  expect(steps).toHaveLength(1);

  await buyToOffer(page, newBuyer("vera"));
  await waitUntilLive(page);
  const upsell = `/upsell/${store.idOf("Premium Pack")}`;
  await page.getByRole("link", { name: "No, thank you" }).click();
  const declined = ["pricing /", `declined ${upsell}`, "page /downsell"];
  await expect.poll(() => brief(steps)).toEqual(declined);
  await page.goBack();
  await page.getByRole("link", { name: "Yes, add it to my order" }).click();
  const accepted = [`page ${upsell}`, `accepted ${upsell}`, "page /upsell2"];
  await expect.poll(() => brief(steps)).toEqual([...declined, ...accepted]);
});
