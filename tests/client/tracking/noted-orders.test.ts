import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PurchaseDetail } from "../../../server/contract/answers.ts";
import { noteOrders } from "../../../client/tracking/note-purchase.ts";
import {
  findSession,
  hideSession,
  rememberSession,
} from "../../../client/tracking/order-session.ts";
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
  getPurchase: vi.fn(async () => aPurchase({ firstView: false, ...changes })),
});
const leftAtOnce = { getPurchase: () => new Promise<never>(() => {}) };
const connectionLost = { getPurchase: () => Promise.reject(new Error("Failed to fetch")) };

type Answer = Parameters<typeof noteOrders>[0];

test.each<[string, Answer[], reported: number]>([
  ["a later view is not reported", [answering({})], 0],
  ["a lost answer is not reported when masked", [leftAtOnce, answering({ masked: true })], 0],
  ["an answered order is not lost", [answering({ status: "processing" }), answering({})], 0],
  ["the answer after a page was left is reported", [leftAtOnce, answering({})], 1],
  ["the answer after a lost connection is reported", [connectionLost, answering({})], 1],
])("%s", async (_name, answers, reported) => {
  for (const answer of answers) {
    const noting = noteOrders(answer, [SESSION_ID]);
    if (answer !== leftAtOnce) await noting;
  }
  expect(await pageQueue().take()).toHaveLength(reported);
  await noteOrders(answering({ firstView: true }), [SESSION_ID]);
  expect(await pageQueue().take()).toHaveLength(0);
});

test("an order is requested once per tab", async () => {
  const source = answering({ firstView: true });
  await noteOrders(source, [SESSION_ID]);
  await noteOrders(source, [SESSION_ID]);
  expect(source.getPurchase).toHaveBeenCalledOnce();
});

const ORDER = "K7QM-3XRT";
const SUCCESS = `/checkout/success?sessionId=${SESSION_ID}`;

test.each<[string, path: string, order: string, isHidden: boolean, shown?: string]>([
  [
    "gets the order number for the session",
    `${SUCCESS}&plain=1`,
    ORDER,
    true,
    `/checkout/success?plain=1&order=${ORDER}`,
  ],
  ["without a session stays", "/?utm_source=a", ORDER, true],
  ["with a session of no known order stays", SUCCESS, "", false],
])("a URL %s", (_name, path, order, isHidden, shown) => {
  const storage = aStorage();
  if (order) rememberSession(storage, { order, sessionId: SESSION_ID });
  const replaceState = vi.fn();
  const location = { href: `https://papercub.example${path}` };
  const history = { replaceState, state: { key: "kept" } };
  expect(hideSession({ location, history }, storage)).toBe(isHidden);
  const url = shown && new URL(shown, location.href);
  expect(replaceState.mock.calls).toEqual(url ? [[{ key: "kept" }, "", url]] : []);
  expect(findSession(storage, ORDER)).toBe(order ? SESSION_ID : undefined);
});
