import { describe, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { LIVE, namesOf, SHOP, TEST_SHOP } from "../support/settings.ts";

describe("refused", () => {
  test.each(["sk_live_x", "rk_live_x", "  sk_live_x  ", "sk_of_another_kind"])(
    "the demo beside the live key %j",
    (key) => {
      expect(namesOf({ DEMO: "1", STRIPE_SECRET_KEY: key })).toEqual(["DEMO"]);
    },
  );

  test.each([
    ["PUBLIC_URL", undefined],
    ["PUBLIC_URL", "http://shop.example"],
    ["PUBLIC_URL", "http://localhost:3000"],
    ["STRIPE_API_BASE", "http://127.0.0.1:12111"],
    ["APP_SECRET", "x".repeat(64)],
    ["APP_SECRET", "changeme".repeat(5)],
    ["APP_SECRET", "0123456789abcdef".repeat(2)],
  ])("with a live key %s=%j, which is fine for a trial", (name, value) => {
    expect(namesOf({ ...LIVE, [name]: value })).toEqual([name]);
    for (const trial of [TEST_SHOP, { DEMO: "1" }]) {
      expect(loadConfig({ ...trial, [name]: value }).mode).not.toBe("live");
    }
  });

  test("everything that is unsafe with a live key, in one message", () => {
    const env = {
      PUBLIC_URL: "",
      STRIPE_API_BASE: "http://127.0.0.1:1",
      APP_SECRET: "x".repeat(32),
    };
    const names = ["PUBLIC_URL", "STRIPE_API_BASE", "APP_SECRET"];
    expect(namesOf({ ...LIVE, ...env })).toEqual(names);
  });
});

test.each([
  [{ DEMO: "1" }, "demo"],
  [{ DEMO: "1", STRIPE_SECRET_KEY: "sk_test_1" }, "demo"],
  [TEST_SHOP, "test"],
  [{ ...SHOP, STRIPE_SECRET_KEY: " rk_test_1\n" }, "test"],
  [LIVE, "live"],
  [{ ...LIVE, STRIPE_SECRET_KEY: "rk_live_1" }, "live"],
  // Stricter rules hold for a key that does not say what it is.
  [{ ...LIVE, STRIPE_SECRET_KEY: "sk_1" }, "live"],
])("%o is started in mode %s", (env, mode) => {
  const config = loadConfig(env);
  expect([config.mode, config.site.mode]).toEqual([mode, mode]);
});
