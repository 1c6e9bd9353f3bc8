import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PurchaseDetail } from "../../../server/contract/answers.ts";
import { noteOrders } from "../../../client/tracking/note-purchase.ts";
import { pageQueue } from "../../../client/tracking/purchase-queue.ts";
import { aPurchase, SESSION_ID } from "../fixtures.ts";
import { aStorage } from "./fakes.ts";

beforeEach(() => {
  const window = { localStorage: aStorage(), sessionStorage: aStorage(), dispatchEvent: vi.fn() };
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", {});
});
afterEach(() => vi.unstubAllGlobals());

const answering = (changes: Partial<PurchaseDetail>) => ({
  getPurchase: vi.fn(async () => aPurchase({ status: "paid", masked: false, ...changes })),
});
const leftAtOnce = { getPurchase: () => new Promise<never>(() => {}) };
const lineLost = { getPurchase: () => Promise.reject(new Error("Failed to fetch")) };

const reportable = async () => (await pageQueue().take()).length;

test("a later view of an order is not reported", async () => {
  await noteOrders(answering({ firstView: false }), [SESSION_ID]);
  expect(await reportable()).toBe(0);
});

test("an order whose answer was lost is not reported where it is shown masked", async () => {
  void noteOrders(leftAtOnce, [SESSION_ID]);
  await noteOrders(answering({ firstView: false, masked: true }), [SESSION_ID]);
  expect(await reportable()).toBe(0);
});

test("an order that was answered unpaid needs the server's word again", async () => {
  await noteOrders(answering({ firstView: false, status: "processing" }), [SESSION_ID]);
  await noteOrders(answering({ firstView: false }), [SESSION_ID]);
  expect(await reportable()).toBe(0);
});

test("the first view is reported, and the order not asked for again in this tab", async () => {
  const source = answering({ firstView: true });
  await noteOrders(source, [SESSION_ID]);
  await noteOrders(source, [SESSION_ID]);
  expect(source.getPurchase).toHaveBeenCalledTimes(1);
  expect(await reportable()).toBe(1);
});

test.each([
  ["a page that was left at once", leftAtOnce],
  ["a lost line", lineLost],
])("a first view whose answer went with %s is reported by the next page, once", async (_, lost) => {
  void noteOrders(lost, [SESSION_ID]);
  await noteOrders(answering({ firstView: false }), [SESSION_ID]);
  expect(await reportable()).toBe(1);
  await noteOrders(answering({ firstView: true }), [SESSION_ID]);
  expect(await reportable()).toBe(0);
});
