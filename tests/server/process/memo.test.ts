import { expect, test } from "vitest";
import { memo } from "../../../server/process/memo.ts";

test("a value is made again once its time is over", () => {
  let time = 0;
  let made = 0;
  const cache = memo<number>({ ms: 10, now: () => time });
  const read = () => cache.get("key", () => ++made);
  expect([read(), read()]).toEqual([1, 1]);
  time = 9;
  expect(read()).toBe(1);
  time = 10;
  expect([cache.find("key"), read()]).toEqual([undefined, 2]);
  cache.set("key", 7, 100);
  time = 109;
  expect(read()).toBe(7);
});

test("the oldest value leaves when there are too many; undefined is a value", () => {
  const cache = memo<string | undefined>({ most: 2 });
  cache.set("a", "1");
  cache.set("b", undefined);
  cache.set("a", "2");
  cache.set("c", "3");
  expect(["a", "b", "c"].map((key) => cache.find(key)?.value)).toEqual(["2", undefined, "3"]);
  expect([cache.find("b"), cache.get("d", () => undefined)]).toEqual([undefined, undefined]);
  expect(cache.find("d")).toMatchObject({ value: undefined });
});
