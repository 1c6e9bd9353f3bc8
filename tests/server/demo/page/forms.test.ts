import { expect, test } from "vitest";
import { createSteps } from "../../../../server/demo/page/forms.ts";

test("a key that was never given out, or none, finds nothing", () => {
  const steps = createSteps<string>();
  steps.add("typed");
  expect(steps.find(undefined)).toBeUndefined();
  expect(steps.find("")).toBeUndefined();
  expect(steps.find("constructor")).toBeUndefined();
});

test("the newest thousand are kept", () => {
  const steps = createSteps<number>();
  const keys = Array.from({ length: 1001 }, (_, index) => steps.add(index));
  expect(steps.find(keys[0])).toBeUndefined();
  expect(steps.find(keys[1])).toBe(1);
  expect(steps.find(keys[1000])).toBe(1000);
});
