import { expect, test } from "vitest";
import {
  createPurchaseQueue,
  QUEUE_KEY,
  REPORTED_KEY,
  toTrackedPurchase,
} from "../../../client/tracking/purchase-queue.ts";
import { anItem, aPurchase, SESSION_ID } from "../fixtures.ts";
import { aStorage, aTrackedPurchase } from "./fakes.ts";

const purchase = aTrackedPurchase();

/** Runs what holds a lock one after the other, as the browser does across tabs. */
function aLockManager(): Pick<LockManager, "request"> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: ((_name: string, run: () => unknown) => {
      last = last.then(run);
      return last;
    }) as LockManager["request"],
  };
}

test("two tabs with the same purchase report it once", async () => {
  const done = aStorage();
  const locks = aLockManager();
  const tabs = [0, 1].map(() => createPurchaseQueue({ waiting: aStorage(), done, locks }));
  for (const tab of tabs) tab.keep(purchase);
  const taken = await Promise.all(tabs.map((tab) => tab.take()));
  expect(taken.flat()).toEqual([purchase]);
});

test("what waits outlives a reload of its tab", async () => {
  const [waiting, done] = [aStorage(), aStorage()];
  const open = () => createPurchaseQueue({ waiting, done, locks: undefined });
  open().keep(purchase);
  open().keep(purchase);
  expect(await open().take()).toEqual([purchase]);
  expect(open().isEmpty()).toBe(true);
});

test("several orders wait side by side", async () => {
  const queue = createPurchaseQueue({ waiting: aStorage(), done: aStorage(), locks: undefined });
  const other = aTrackedPurchase({ orderId: "AAAA-BBBB" });
  queue.keep(purchase);
  queue.keep(other);
  expect(await queue.take()).toEqual([purchase, other]);
});

test("spoiled storage is read as empty", async () => {
  const queue = createPurchaseQueue({
    waiting: aStorage({ [QUEUE_KEY]: "{nonsense" }),
    done: aStorage({ [REPORTED_KEY]: '"a text"' }),
    locks: undefined,
  });
  expect(queue.isEmpty()).toBe(true);
  queue.keep(purchase);
  expect(await queue.take()).toEqual([purchase]);
});

test("it remembers the newest fifty orders", async () => {
  const done = aStorage();
  const queue = createPurchaseQueue({ waiting: aStorage(), done, locks: undefined });
  for (let number = 0; number < 60; number++) {
    queue.keep(aTrackedPurchase({ orderId: `order-${number}` }));
    await queue.take();
  }
  const ids = JSON.parse(done.getItem(REPORTED_KEY) ?? "[]") as string[];
  expect(ids).toHaveLength(50);
  expect(ids.at(-1)).toBe("order-59");
});

test("a purchase is told by its order number, in major units", () => {
  const products = [anItem(), anItem({ id: 3, productName: "", name: "Dinos", price: 1250 })];
  expect(toTrackedPurchase(aPurchase({ totalAmount: 4950, products }))).toEqual({
    orderId: "PC-2K7QX",
    value: 49.5,
    currency: "USD",
    items: [
      { id: "1", name: "Premium Pack", price: 37, quantity: 1 },
      { id: "3", name: "Dinos", price: 12.5, quantity: 1 },
    ],
  });
});

test("a currency without decimals is told as it is", () => {
  const purchase = aPurchase({ totalAmount: 3700, currency: "jpy", products: [anItem()] });
  expect(toTrackedPurchase(purchase)).toMatchObject({ value: 3700, items: [{ price: 3700 }] });
});

test("neither the buyer nor the session nor a file link is in it", () => {
  const said = JSON.stringify(toTrackedPurchase(aPurchase()));
  for (const secret of [SESSION_ID, "jordan", "example.com", "token"]) {
    expect(said).not.toContain(secret);
  }
});
