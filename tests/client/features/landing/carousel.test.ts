import { expect, test } from "vitest";
import {
  AT_REST,
  changeMotion,
  indexAfter,
  indexAt,
  isForList,
  isMoving,
  type MotionEvent,
} from "../../../../client/features/landing/carousel.ts";

test.each([
  [0, 1, 1],
  [9, 1, 0],
  [9, -1, 8],
  [0, -1, 9],
])("from %i, %i places on is %i", (index, step, wanted) => {
  expect(indexAfter(index, step, 10)).toBe(wanted);
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
])("an arrow key moves the list: %s", (_, target, box, moves) => {
  expect(isForList({ target: target as Element | undefined, box }, 800)).toBe(moves);
});

test.each([
  [150, 0],
  [170, 1],
  [2880, 9],
  [9000, 9],
  [-40, 0],
])("scrolled by %i px, %i is in front", (left, index) => {
  expect(indexAt(left, 10)).toBe(index);
});

const enter = { hovered: true };
const leave = { hovered: false };
const focus = { focused: true };
const blur = { focused: false };

test.each<[string, MotionEvent[], boolean]>([
  ["moves at first", [], true],
  ["stops under the pointer", [enter], false],
  ["moves on when the pointer leaves", [enter, leave], true],
  ["stops with the focus", [focus], false],
  ["moves on when the focus leaves", [focus, blur], true],
  ["stops until both have left", [enter, focus, leave], false],
  ["stays stopped by the button", [enter, focus, "toggle", blur, leave], false],
  ["is started by the button under pointer and focus", [focus, "toggle", "toggle"], true],
  ["moves on after them", [focus, "toggle", "toggle", blur], true],
  ["stops at the next visit", [focus, "toggle", "toggle", blur, enter], false],
  ["stays still with reduced motion", ["reduce", enter, leave], false],
  ["is started by the button with reduced motion", ["reduce", focus, "toggle"], true],
])("the carousel %s", (_name, events, moving) => {
  expect(isMoving(events.reduce(changeMotion, AT_REST))).toBe(moving);
});
