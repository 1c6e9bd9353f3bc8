// Live updates: one tab holds the event stream and forwards each change to every tab once.
import { beforeEach, expect, test, vi } from "vitest";
import { openWorld } from "../../../support/live-world.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  return () => vi.useRealTimers();
});

test("one who may hear nothing any more is left alone, until they have signed in", async () => {
  const world = openWorld();
  world.refuse("over");
  const tab = world.openTab();
  await world.settle(10 * MINUTE_MS);
  const asked = world.asked.length;
  tab.look();
  await world.settle(10 * MINUTE_MS);
  expect(world.asked).toHaveLength(asked);
  expect(world.opened).toEqual([]);
  world.refuse(undefined);
  tab.again();
  await world.settle();
  world.change();
  await world.settle();
  expect(tab.sequences()).toEqual([1]);
});

test("every tab hears each change once, through one stream", async () => {
  const world = openWorld();
  world.change(3);
  const tabs = [world.openTab(), world.openTab(), world.openTab()];
  await world.settle();
  world.change(2);
  await world.settle();
  expect(tabs.map((tab) => tab.sequences())).toEqual([
    [4, 5],
    [4, 5],
    [4, 5],
  ]);
  expect(world.opened).toEqual([3]);
});

test("when the tab that hears is closed, another goes on where it was", async () => {
  const world = openWorld();
  const [first, second] = [world.openTab(), world.openTab()];
  await world.settle();
  world.change(2);
  await world.settle();
  first.close();
  world.change(1, { quietly: true });
  await world.settle();
  expect(world.streams.size).toBe(1);
  world.change();
  await world.settle();
  expect(second.sequences()).toEqual([1, 2, 3, 4]);
  expect(first.sequences()).toEqual([1, 2]);
});

test("after a cut it goes on by its sequence, and waits longer from time to time", async () => {
  const world = openWorld();
  const tab = world.openTab();
  await world.settle();
  world.change();
  await world.settle();
  world.cut();
  world.change(1, { quietly: true });
  world.refuseStream(true);
  await world.settle(999);
  expect(world.asked).toHaveLength(1);
  // Exponential back-off: retries after 1, 2, 4 and 8 s.
  await world.settle(1 + 2000 + 4000 + 8000);
  expect(world.asked).toHaveLength(5);
  world.refuseStream(false);
  await world.settle(16_000);
  expect(tab.sequences()).toEqual([1, 2]);
  expect(world.opened).toEqual([0, 2]);
  // A connection that stays open for a while resets the back-off.
  for (let nth = 0; nth < 10; nth++) {
    world.heartbeat();
    await world.settle(8000);
  }
  world.cut();
  await world.settle(1000);
  expect(world.opened).toEqual([0, 2, 2]);
});

test("after a restore every tab reads all tables again, once, without a change event", async () => {
  const world = openWorld();
  world.change(3);
  const tabs = [world.openTab(), world.openTab()];
  await world.settle();
  world.restore();
  await world.settle(2000);
  expect(tabs.map((tab) => tab.sequences())).toEqual([["all"], ["all"]]);
  world.cut();
  await world.settle(2000);
  expect(tabs.map((tab) => tab.sequences())).toEqual([["all"], ["all"]]);
});

test("a tab that has missed something asks for all of it, as soon as it hears of the next", async () => {
  const world = openWorld();
  const [, tab] = [world.openTab(), world.openTab()];
  await world.settle();
  tab.shown.isDeaf = true;
  world.change();
  await world.settle();
  tab.shown.isDeaf = false;
  world.change();
  await world.settle();
  expect(tab.sequences()).toEqual([1, 2]);
  expect(world.asked).toEqual([undefined, undefined, 0]);
});

test("the store's Retry-After is respected, and a new connection shortens every wait", async () => {
  const world = openWorld();
  world.refuse({ afterMs: 30_000 });
  const tab = world.openTab({ isShown: false });
  await world.settle(29_000);
  world.refuse(undefined);
  expect(world.opened).toEqual([]);
  tab.again();
  await world.settle();
  expect(world.opened).toEqual([0]);
});

test("a stream that says nothing is given up; what it has swallowed is asked for", async () => {
  const world = openWorld();
  const tab = world.openTab();
  await world.settle();
  const { words } = tab.shown;
  for (let nth = 0; nth < 5; nth++) {
    await world.settle(8000);
    world.heartbeat();
  }
  await world.settle();
  expect(tab.shown.words).toBe(words + 5);
  expect(world.opened).toHaveLength(1);
  world.change(1, { quietly: true });
  await world.settle(21_000);
  expect(tab.sequences()).toEqual([1]);
  expect(world.opened).toEqual([0, 1]);
});

test("without a leading tab one of those that are shown asks every half a minute, for all", async () => {
  const world = openWorld({ isLocked: true });
  const tabs = [world.openTab({ isShown: false }), world.openTab(), world.openTab()];
  await world.settle();
  world.asked.length = 0;
  world.change();
  await world.settle(30_000);
  expect(tabs.map((tab) => tab.sequences())).toEqual([[1], [1], [1]]);
  expect(world.asked).toEqual([0]);
  world.change();
  await world.settle(25_000);
  tabs[2]?.look();
  await world.settle();
  expect(tabs.map((tab) => tab.sequences())).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  expect(world.asked).toEqual([0, 1]);
});

test("a tab that is hidden asks when it is looked at, not before", async () => {
  const world = openWorld({ isLocked: true });
  const tab = world.openTab({ isShown: false });
  await world.settle();
  world.asked.length = 0;
  await world.settle(5 * MINUTE_MS);
  expect(world.asked).toEqual([]);
  tab.shown.isShown = true;
  tab.look();
  expect(world.asked).toEqual([0]);
});

test("more than one answer holds is told as all, and not one by one", async () => {
  const world = openWorld();
  const [tab, other] = [world.openTab(), world.openTab()];
  await world.settle();
  world.cut();
  world.change(5000, { quietly: true });
  await world.settle(1000);
  expect(tab.heard).toEqual(["all"]);
  expect(other.heard).toEqual(["all"]);
  expect(world.opened).toEqual([0, 5000]);
});

test("a tab that is opened later goes on from then, without disturbing the others", async () => {
  const world = openWorld();
  const first = world.openTab();
  await world.settle();
  // Committed on the server, but not yet delivered by the stream.
  world.change(1, { quietly: true });
  const later = world.openTab();
  await world.settle();
  for (const stream of world.streams) stream.cut();
  await world.settle(1000);
  world.change();
  await world.settle();
  expect(first.sequences()).toEqual([1, 2]);
  expect(later.sequences()).toEqual([2]);
});
