import { expect } from "vitest";
import { ConfigError, loadConfig } from "../../server/config.ts";

export const SHOP = {
  STRIPE_SECRET_KEY: "sk_live_of_the_shop",
  SMTP_URL: "smtps://user:pass@mail.example.com:465",
  MAIL_FROM: "Shop <shop@example.com>",
};
export const REQUIRED = Object.keys(SHOP);
/** Required settings with a live key. */
export const LIVE = { ...SHOP, PUBLIC_URL: "https://shop.example" };
export const TEST_SHOP = { ...SHOP, STRIPE_SECRET_KEY: "sk_test_of_the_shop" };

export function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [head, ...lines] = error.message.split("\n");
    expect(head).toBe("Cannot start. Please check these settings:");
    return lines.map((line) => line.trim());
  }
  throw new Error("The configuration was taken.");
}

export const namesOf = (env: Record<string, string | undefined>) =>
  problemsOf(env).map((line) => line.split(":")[0]);
