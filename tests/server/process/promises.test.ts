import { expect, test } from "vitest";
import { singleFlight } from "../../../server/process/promises.ts";

test("concurrent calls with one key run the work once and share its outcome", async () => {
  const join = singleFlight<number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([join("a", work), join("a", work), join("b", work)])).toEqual([1, 1, 2]);
  expect(await join("a", work)).toBe(3);
});

test("a failure reaches all callers and is not remembered", async () => {
  const join = singleFlight<string>();
  const fail = () => Promise.reject(new Error("no answer"));
  const outcomes = await Promise.allSettled([join(1, fail), join(1, fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await join(1, async () => "answer")).toBe("answer");
});

test("owners do not share calls", async () => {
  const join = singleFlight<string>();
  const calls = ["first", "second"].map((name) => join("key", async () => name, { name }));
  expect(await Promise.all(calls)).toEqual(["first", "second"]);
});
