import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AT_REST,
  changeMotion,
  indexAt,
  indexByKey,
  isForList,
  isMoving,
  type MotionEvent,
  nextIndex,
  previousIndex,
  runCarousel,
} from "../../../../client/features/landing/carousel-logic.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [0, 1, 9],
  [4, 5, 3],
  [9, 0, 8],
])("after %i comes %i, before it %i", (index, next, previous) => {
  expect(nextIndex(index, 10)).toBe(next);
  expect(previousIndex(index, 10)).toBe(previous);
});

test.each([
  ["ArrowRight", 3, 4],
  ["ArrowRight", 9, 0],
  ["ArrowLeft", 3, 2],
  ["ArrowLeft", 0, 9],
  ["ArrowDown", 3, undefined],
  ["Enter", 3, undefined],
])("%s at %i leads to %s", (key, index, wanted) => {
  expect(indexByKey(key, index, 10)).toBe(wanted);
});

const on = (taker?: string) => ({
  closest: (selector: string) =>
    taker !== undefined && selector.split(", ").includes(taker) ? {} : null,
});

test.each([
  ["in view, with the focus on a link", on(), { top: 100, bottom: 500 }, true],
  ["in view by its last line", on(), { top: -399, bottom: 1 }, true],
  ["in view, before anything was focused", undefined, { top: 799, bottom: 1200 }, true],
  ["above the window", on(), { top: -400, bottom: 0 }, false],
  ["below the window", on(), { top: 800, bottom: 1200 }, false],
  ["in view, with the focus in a field", on("input"), { top: 100, bottom: 500 }, false],
  ["in view, with the focus in a grid", on("[role=grid]"), { top: 100, bottom: 500 }, false],
])("an arrow key moves the list: %s", (_, target, box, isMeant) => {
  expect(isForList({ target: target as Element | undefined, box }, 800)).toBe(isMeant);
});

test.each([
  [0, 0],
  [150, 0],
  [170, 1],
  [320, 1],
  [2880, 9],
  [9000, 9],
  [-40, 0],
])("scrolled by %i px, %i is in front", (left, index) => {
  expect(indexAt(left, 10)).toBe(index);
});

const enter: MotionEvent = { type: "hover", inside: true };
const leave: MotionEvent = { type: "hover", inside: false };
const focus: MotionEvent = { type: "focus", inside: true };
const blur: MotionEvent = { type: "focus", inside: false };
const press: MotionEvent = { type: "toggle" };
const reduce: MotionEvent = { type: "reduce" };

test.each<[string, MotionEvent[], boolean]>([
  ["left alone, it moves", [], true],
  ["a pointer stops it", [enter], false],
  ["it goes on when the pointer leaves", [enter, leave], true],
  ["the focus stops it", [focus], false],
  ["it goes on when the focus leaves", [focus, blur], true],
  ["both must leave", [enter, focus, leave], false],
  ["the button stops it", [enter, focus, press], false],
  ["and it stays stopped after leaving", [enter, focus, press, blur, leave], false],
  ["the button starts it, though pointer and focus are on it", [focus, press, press], true],
  ["and it goes on after leaving", [focus, press, press, blur], true],
  ["the next visit stops it again", [focus, press, press, blur, enter], false],
  ["less motion keeps it still", [reduce], false],
  ["and leaving does not start it", [reduce, enter, leave], false],
  ["until the button is pressed", [reduce, focus, press], true],
])("%s", (_name, events, moving) => {
  expect(isMoving(events.reduce(changeMotion, AT_REST))).toBe(moving);
});

test("it advances every 4000 ms until it is stopped", () => {
  const advance = vi.fn();
  const stop = runCarousel(advance);
  vi.advanceTimersByTime(3999);
  expect(advance).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(advance).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(8000);
  expect(advance).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(40_000);
  expect(advance).toHaveBeenCalledTimes(3);
});
