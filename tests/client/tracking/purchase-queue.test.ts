import { expect, test } from "vitest";
import {
  createPurchaseQueue,
  QUEUE_KEY,
  REPORTED_KEY,
  toTrackedPurchase,
} from "../../../client/tracking/purchase-queue.ts";
import { anItem, aPurchase } from "../fixtures.ts";
import { aStorage, aTrackedPurchase } from "./fakes.ts";

const purchase = aTrackedPurchase();

test("two tabs with the same purchase report it once", async () => {
  const done = aStorage();
  const tabs = [0, 1].map(() => createPurchaseQueue({ waiting: aStorage(), done }));
  for (const tab of tabs) tab.add(purchase);
  const taken = await Promise.all(tabs.map((tab) => tab.take()));
  expect(taken.flat()).toEqual([purchase]);
});

test("waiting purchases persist over a reload", async () => {
  const [waiting, done] = [aStorage(), aStorage()];
  const open = () => createPurchaseQueue({ waiting, done });
  open().add(purchase);
  open().add(purchase);
  expect(await open().take()).toEqual([purchase]);
  expect(open().isEmpty()).toBe(true);
});

test("invalid storage is read as empty", async () => {
  const waiting = aStorage({ [QUEUE_KEY]: "{nonsense" });
  const queue = createPurchaseQueue({ waiting, done: aStorage({ [REPORTED_KEY]: '"a text"' }) });
  expect(queue.isEmpty()).toBe(true);
  queue.add(purchase);
  expect(await queue.take()).toEqual([purchase]);
});

test("it remembers the newest fifty orders", async () => {
  const done = aStorage();
  const queue = createPurchaseQueue({ waiting: aStorage(), done });
  for (let number = 0; number < 60; number++) {
    queue.add(aTrackedPurchase({ orderId: `order-${number}` }));
    await queue.take();
  }
  const ids = JSON.parse(done.getItem(REPORTED_KEY) ?? "[]") as string[];
  expect(ids).toHaveLength(50);
  expect(ids.at(-1)).toBe("order-59");
});

test("a purchase is reported by order number, in major units", () => {
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
