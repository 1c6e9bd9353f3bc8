import { describe, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { LIVE, namesOf, problemsOf, REQUIRED, SHOP, TEST_SHOP } from "../support/settings.ts";

describe("refused", () => {
  test("an empty environment, naming every missing setting in one message", () => {
    expect(problemsOf({})).toEqual(REQUIRED.map((name) => `${name}: is missing`));
  });

  test.each(REQUIRED)("a shop without %s", (name) => {
    expect(namesOf({ ...LIVE, [name]: undefined })).toEqual([name]);
  });

  test.each(REQUIRED)("a shop with an empty %s", (name) => {
    expect(problemsOf({ ...LIVE, [name]: "" })).toEqual([`${name}: is missing`]);
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "80.5"],
    ["PORT", " "],
    ["PUBLIC_URL", "shop.example"],
    ["PUBLIC_URL", "ftp://shop.example"],
    ["PUBLIC_URL", "https://shop.example/shop"],
    ["PUBLIC_URL", "https://shop.example/?a=1"],
    ["PUBLIC_URL", "https://shop.example/#a"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["DEMO", "yes"],
    ["DEMO", "true"],
    ["STRIPE_SECRET_KEY", "   "],
    ["STRIPE_SECRET_KEY", "pk_live_oops"],
    ["STRIPE_SECRET_KEY", "whsec_oops"],
    ["STRIPE_SECRET_KEY", "my sk_live_key"],
    ["STRIPE_API_BASE", "https://stripe.test/v1"],
    ["SMTP_URL", "mail.example.com"],
    ["SMTP_URL", "http://mail.example.com"],
    ["MAIL_FROM", "   "],
    ["MAIL_FROM", "nonsense"],
    ["MAIL_FROM", "Shop <not an address>"],
    ["MAIL_FROM", "Shop <>"],
    ["MAIL_FROM", "Shop <shop@example.com>, Other <other@example.com>"],
    ["MAIL_FROM", "shop@example.com, other@example.com"],
    ["MAIL_FROM", "Shops: shop@example.com;"],
    ["MAIL_FROM", "Shop\r\nBcc: other@example.com <shop@example.com>"],
    ["SUPPORT_EMAIL", "help at example.com"],
    ["APP_SECRET", "short"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1,"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1, whsec_2, whsec_3"],
    ["TRUSTED_PROXY", "2"],
    ["TRUSTED_PROXY", "yes"],
    ["TRUSTED_PROXY", "1, 127.0.0.1"],
    ["TRUSTED_PROXY", "127.0.0.1,"],
    ["TRUSTED_PROXY", "127.1"],
    ["TRUSTED_PROXY", "10.0.0.0/33"],
    ["TRUSTED_PROXY", "10.0.0.0/8/8"],
    ["TRUSTED_PROXY", "10.0.0.0/"],
    ["TRUSTED_PROXY", "2001:db8::/129"],
    ["TRUSTED_PROXY", "proxy.example"],
  ])("%s=%j", (name, value) => {
    const problems = problemsOf({ ...LIVE, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: \\S`));
  });

  test.each([
    ["OIDC_CLIENT_SECRET", { OIDC_CLIENT_ID: "the-shop" }, "OIDC_CLIENT_ID"],
    ["OIDC_CLIENT_ID", { OIDC_CLIENT_SECRET: "the-secret" }, "OIDC_CLIENT_SECRET"],
    ["OIDC_CLIENT_SECRET", { OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_ID"],
  ])("half of an external login, naming %s", (missing, half, given) => {
    const line = `${missing}: is missing beside ${given}`;
    expect(problemsOf({ ...LIVE, ...half })).toEqual([line]);
    expect(problemsOf({ DEMO: "1", ...half })).toEqual([line]);
  });

  test.each([
    ["accounts.google.com"],
    ["ftp://accounts.example"],
    ["http://accounts.example"],
    ["http://localhost.evil.example"],
    ["http://127.0.0.1.evil.example"],
    ["http://localhost@evil.example"],
    ["http://[::2]"],
  ])("OIDC_ISSUER=%s", (OIDC_ISSUER) => {
    const problems = problemsOf({ ...LIVE, OIDC_ISSUER });
    expect(problems[0]).toMatch(/^OIDC_ISSUER: must be an https address/);
  });

  test.each([["Google"], ["../x"], ["a b"], ["__proto__"]])("OIDC_PROVIDER=%s", (OIDC_PROVIDER) => {
    expect(namesOf({ ...LIVE, OIDC_PROVIDER })).toEqual(["OIDC_PROVIDER"]);
  });

  test("bad and missing settings together, all named in one message", () => {
    const env = { PORT: "http", APP_SECRET: "short", MAIL_FROM: "Shop <shop@example.com>" };
    expect(namesOf(env).toSorted()).toEqual(
      ["APP_SECRET", "PORT", "SMTP_URL", "STRIPE_SECRET_KEY", "SUPPORT_EMAIL"].toSorted(),
    );
  });

  test("no message repeats a secret", () => {
    const env = {
      STRIPE_SECRET_KEY: "sk_live_very_secret",
      DEMO: "1",
      APP_SECRET: "short-but-secret",
      SMTP_URL: "http://user:mail-secret@x",
    };
    expect(problemsOf(env).join("\n")).not.toMatch(/very_secret|short-but|mail-secret/);
    const pasted = { ...LIVE, STRIPE_SECRET_KEY: "live-key very_secret" };
    expect(problemsOf(pasted).join("\n")).not.toContain("very_secret");
    expect(problemsOf({ ...env, SMTP_URL: "", APP_SECRET: "" }).join()).not.toContain(
      "very_secret",
    );
  });
});

test("a shop with only what it must have gets the defaults", () => {
  expect(loadConfig(TEST_SHOP)).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    dataDir: "./data",
    mode: "test",
    stripe: { secretKey: "sk_test_of_the_shop", webhookSecrets: [], apiBase: undefined },
    mail: {
      smtpUrl: SHOP.SMTP_URL,
      from: "Shop <shop@example.com>",
      support: "help@example.com",
      quoteMessages: true,
    },
    site: {
      brand: "Papercub",
      publicUrl: "http://localhost:3000",
      supportEmail: "help@example.com",
      socialUrl: null,
      mode: "test",
      countdown: { kind: "restart" },
      testimonials: true,
      trackers: { posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null },
      login: null,
    },
    oidc: null,
    appSecret: undefined,
    trustedProxy: [],
  });
});

test("the demo needs nothing at all, and reaches nothing outside", () => {
  const config = loadConfig({ DEMO: "1" });
  expect(config).toMatchObject({
    mode: "demo",
    stripe: { webhookSecrets: [expect.stringMatching(/^whsec_/)], apiBase: undefined },
    mail: { smtpUrl: undefined, from: expect.stringContaining("@"), support: expect.any(String) },
  });
  expect(config.stripe.secretKey).toMatch(/^sk_test_/);
});

test("the demo's social page is nobody's, and gives way to a real one", () => {
  const SOCIAL_URL = "https://social.example.com/shop";
  expect(new URL(loadConfig({ DEMO: "1" }).site.socialUrl ?? "").hostname).toMatch(/\.example$/);
  expect(loadConfig({ DEMO: "1", SOCIAL_URL }).site.socialUrl).toBe(SOCIAL_URL);
  expect(loadConfig(LIVE).site.socialUrl).toBeNull();
});

const STRONG_SECRET = "N0t-a-word-but-32-letters-and-more";

test("every setting is taken over", () => {
  const config = loadConfig({
    ...SHOP,
    PORT: "8080",
    HOST: "0.0.0.0",
    PUBLIC_URL: "https://Shop.Example/",
    DATA_DIR: "/srv/papercub",
    STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2",
    STRIPE_API_BASE: "https://payments.example:12111",
    APP_SECRET: STRONG_SECRET,
    TRUSTED_PROXY: "192.0.2.7, 2001:db8::/32",
  });
  expect(config).toMatchObject({
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://shop.example",
    dataDir: "/srv/papercub",
    stripe: {
      webhookSecrets: ["whsec_1", "whsec_2"],
      apiBase: "https://payments.example:12111",
    },
    appSecret: STRONG_SECRET,
    trustedProxy: [
      [expect.anything(), 32],
      [expect.anything(), 32],
    ],
  });
});

test.each([
  "shop@example.com",
  "<shop@example.com>",
  "Shop <shop@example.com>",
  '"Shop, Inc." <shop@example.com>',
  "Zoë’s Shop <zoe@shop.example.com>",
])("mail may come from %j", (MAIL_FROM) => {
  expect(loadConfig({ ...LIVE, MAIL_FROM }).mail.from).toBe(MAIL_FROM);
});

test.each(["sk_test_1", "rk_live_1", "  sk_live_1\n"])("the secret key %j is taken", (key) => {
  expect(loadConfig({ ...LIVE, STRIPE_SECRET_KEY: key }).stripe.secretKey).toBe(key.trim());
});

test("empty strings count as left out, everywhere", () => {
  const empty = [
    "PORT",
    "HOST",
    "PUBLIC_URL",
    "DATA_DIR",
    "DEMO",
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_API_BASE",
    "APP_SECRET",
    "TRUSTED_PROXY",
  ];
  const env = Object.fromEntries(empty.map((name) => [name, ""]));
  expect(loadConfig({ ...TEST_SHOP, ...env })).toEqual(loadConfig(TEST_SHOP));
});

test("the public address follows the port unless it is given", () => {
  expect(loadConfig({ ...TEST_SHOP, PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
});

test("a setting nobody knows does no harm", () => {
  expect(loadConfig({ ...LIVE, PATH: "/bin", STRIPE: "x" })).toEqual(loadConfig(LIVE));
});

test.each([
  ["restart", { kind: "restart" }],
  ["off", { kind: "hidden" }],
  ["2027-01-31T20:00:00Z", { kind: "until", endsAt: "2027-01-31T20:00:00Z" }],
])("COUNTDOWN=%s gives %o", (COUNTDOWN, countdown) => {
  expect(loadConfig({ ...LIVE, COUNTDOWN }).site.countdown).toEqual(countdown);
});

test.each([
  ["COUNTDOWN", "tomorrow"],
  ["TESTIMONIALS", "maybe"],
  ["CONTACT_QUOTE", "1"],
  ["GTM_ID", 'GTM-1"><script>'],
  ["META_PIXEL_ID", "1 2"],
  ["POSTHOG_HOST", "https://eu.i.posthog.com.evil.example"],
  ["SOCIAL_URL", "javascript:alert(1)"],
  ["SOCIAL_URL", "http://social.example"],
])("%s=%j is refused", (name, value) => {
  expect(() => loadConfig({ ...LIVE, [name]: value })).toThrow(name);
});

test.each([
  [{}, "https://us.i.posthog.com"],
  [{ POSTHOG_HOST: "https://eu.i.posthog.com" }, "https://eu.i.posthog.com"],
])("PostHog with %j is asked at %s", (env, host) => {
  const { trackers } = loadConfig({ ...LIVE, POSTHOG_KEY: "phc_test", ...env }).site;
  expect(trackers.posthog).toEqual({ key: "phc_test", host });
});

describe("the external login", () => {
  const CLIENT = { OIDC_CLIENT_ID: "the-shop", OIDC_CLIENT_SECRET: "the-secret" };

  test("is Google's unless another one is named", () => {
    const { oidc, site } = loadConfig({ ...LIVE, ...CLIENT });
    const client = { clientId: "the-shop", clientSecret: "the-secret" };
    expect(oidc).toEqual({ provider: "google", issuer: "https://accounts.google.com", ...client });
    expect(site.login).toEqual({ id: "google", name: "Google" });
  });

  test.each([
    ["https://login.example/realms/shop"],
    ["http://localhost:9000"],
    ["http://127.0.0.1:9000"],
  ])("may be at %s", (OIDC_ISSUER) => {
    const { oidc, site } = loadConfig({ ...LIVE, ...CLIENT, OIDC_ISSUER, OIDC_PROVIDER: "my-id" });
    expect(oidc).toMatchObject({ provider: "my-id", issuer: OIDC_ISSUER });
    expect(site.login).toEqual({ id: "my-id", name: "My Id" });
  });

  test("is the demo's own, unless a client is set up", () => {
    const env = { DEMO: "1", PUBLIC_URL: "http://192.168.1.5:3000" };
    const issuer = "http://192.168.1.5:3000/demo/identity";
    expect(loadConfig(env).oidc).toMatchObject({ provider: "google", issuer });
    const { oidc } = loadConfig({ ...env, ...CLIENT });
    expect(oidc).toMatchObject({ issuer: "https://accounts.google.com", clientId: "the-shop" });
  });
});
