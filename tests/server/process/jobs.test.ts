import { expect, onTestFinished, test, vi } from "vitest";
import { emails, orders } from "../../../db/schema.ts";
import { visits } from "../../../db/stats-schema.ts";
import { countVisit, UNKNOWN_SOURCE } from "../../../server/domain/stats/count-visits.ts";
import { startJobs } from "../../../server/process/jobs.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { openShop, pay, readDetail } from "../../support/shop.ts";
import { addEndpoint, openReceiver, queueEvent } from "../../support/webhook-receiver.ts";

async function shopWithJobs(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options);
  const jobs = startJobs(shop.deps);
  onTestFinished(() => jobs.stop());
  return { shop, jobs };
}

test("a webhook is handled and its mail sent by themselves", async () => {
  const { shop } = await shopWithJobs();
  await pay(shop, shop.browser, { products: [shop.pack] });
  await vi.waitFor(() => expect(shop.mails).toHaveLength(1));
  expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "paid" }]);
});

test("a buyer who comes back first is mailed without waiting for the next round", async () => {
  const { shop } = await shopWithJobs();
  shop.simulator.control.webhooks.mode = "drop";
  await readDetail(shop.browser, await pay(shop, shop.browser, { products: [shop.pack] }));
  await vi.waitFor(() => expect(shop.mails).toHaveLength(1));
});

test("what a buyer has paid for cannot be paid again in another tab", async () => {
  const { shop } = await shopWithJobs();
  const other = await startCheckout(shop.browser, [shop.pack, shop.book]);
  await pay(shop, shop.browser, { products: [shop.pack] });
  const stateOf = (id: string) =>
    shop.simulator.control.sessions().find((s) => s.id === id)?.status;
  await vi.waitFor(() => expect(stateOf(other)).toBe("expired"));
});

test("a webhook is sent by itself, also while another endpoint does not answer", async () => {
  const { shop } = await shopWithJobs({ env: { WEBHOOK_ALLOW_PRIVATE: "1" } });
  const slow = await openReceiver(() => {});
  const quick = await openReceiver();
  for (const { url } of [slow, quick]) addEndpoint(shop, { url });
  for (const id of ["m1", "m2"]) queueEvent(shop, id, id);
  await vi.waitFor(() => expect(quick.received).toHaveLength(2));
  expect(slow.received).toHaveLength(1);
});

test("visits are stored within half a minute", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { shop } = await shopWithJobs();
  const { deps } = shop;
  countVisit(deps, {
    step: "page",
    path: "/",
    device: "phone",
    source: UNKNOWN_SOURCE,
    client: "a",
  });
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(shop.db.select().from(visits).all()).toHaveLength(1));
});

test("the owner is mailed at once about a dispute", async () => {
  const { shop } = await shopWithJobs();
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
  await vi.waitFor(() => expect(shop.mails).toHaveLength(1));
  shop.simulator.control.dispute(sessionId);
  await vi.waitFor(() => expect(shop.mails).toHaveLength(2));
  expect(shop.mails[1]?.subject).toContain("Dispute of order");
});

test("what was left over by a crash is taken up at the start", async () => {
  const shop = await openShop();
  await pay(shop, shop.browser, { products: [shop.pack] });
  await shop.simulator.control.webhooks.idle();
  const jobs = startJobs(shop.deps);
  onTestFinished(() => jobs.stop());
  await vi.waitFor(() => expect(shop.mails).toHaveLength(1));
});

test("a store that stops finishes the mails under way, and leaves a full queue to the next", async () => {
  const shop = await openShop();
  const stopping = new AbortController();
  const jobs = startJobs({ ...shop.deps, stopping: stopping.signal });
  const taken = Promise.withResolvers<void>();
  const tried: string[] = [];
  shop.mailer.send = async (mail) => {
    tried.push(mail.to);
    await taken.promise;
    shop.mails.push(mail);
  };
  const count = 8;
  for (let nth = 0; nth < count; nth++) {
    await pay(shop, openBrowser(shop), {
      products: [shop.book],
      email: `buyer-${nth}@example.com`,
    });
  }
  const states = () => shop.db.select().from(emails).all();
  await vi.waitFor(() => expect(states()).toHaveLength(count), 10_000);
  await vi.waitFor(() => expect(tried).toHaveLength(4));
  stopping.abort();
  const stopped = jobs.stop();
  taken.resolve();
  await stopped;
  expect(shop.mails.map(({ to }) => to)).toEqual(tried);
  const byStatus = Map.groupBy(states(), ({ status }) => status);
  expect(byStatus.get("sent")).toHaveLength(4);
  expect(byStatus.get("queued")).toHaveLength(4);
});
