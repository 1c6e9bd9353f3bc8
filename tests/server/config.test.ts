import { describe, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { LIVE, namesOf, problemsOf, REQUIRED, SHOP, TEST_SHOP } from "../support/settings.ts";

/** Values that the store refuses to start with, by setting. */
const REFUSED: Record<string, string[]> = {
  PORT: ["http", "-1", "65536", "80.5", " "],
  PUBLIC_URL: [
    ["shop.example", "ftp://shop.example", "https://shop.example/shop"],
    ["https://shop.example/?a=1", "https://shop.example/#a", "javascript:alert(1)"],
  ].flat(),
  DEMO: ["yes", "true"],
  FILES_URL: [
    ["https://s3.example/shop", "s3://key@s3.example/shop", "s3://key:secret@s3.example/"],
    ["s3://key:secret@s3.example/shop/../x", "s3://key:secret@s3.example/shop?regoin=x"],
    ["s3://key:%zz@s3.example/shop", "s3://key:secret@s3.example:99999/shop"],
  ].flat(),
  STRIPE_SECRET_KEY: ["   ", "pk_live_oops", "whsec_oops", "my sk_live_key"],
  STRIPE_API_BASE: ["https://stripe.test/v1"],
  STRIPE_WEBHOOK_SECRET: ["whsec_1,", "whsec_1, whsec_2, whsec_3"],
  SMTP_URL: ["mail.example.com", "http://mail.example.com"],
  MAIL_FROM: [
    ["   ", "nonsense", "Shop <not an address>", "Shop <>", "Shops: shop@example.com;"],
    ["Shop <shop@example.com>, Other <other@example.com>", "shop@example.com, b@example.com"],
    ["Shop\r\nBcc: other@example.com <shop@example.com>"],
  ].flat(),
  SUPPORT_EMAIL: ["help at example.com"],
  ADMIN_EMAILS: ["anna", "anna@example.com,", "a@example.com;b@example.com", ","],
  APP_SECRET: ["short"],
  TRUSTED_PROXY: [
    ["2", "yes", "1, 127.0.0.1", "127.0.0.1,", "127.1", "proxy.example"],
    ["10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "2001:db8::/129"],
  ].flat(),
  LITESTREAM_METRICS_URL: [
    ["127.0.0.1:9090", "https://127.0.0.1:9090/metrics", "http://replica.example:9090/metrics"],
    ["http://127.0.0.1.evil.example/metrics", "http://10.0.0.1:9090/metrics"],
  ].flat(),
  OIDC_ISSUER: [
    ["accounts.google.com", "ftp://accounts.example", "http://accounts.example"],
    ["http://localhost.evil.example", "http://127.0.0.1.evil.example"],
    ["http://localhost@evil.example", "http://[::2]"],
  ].flat(),
  OIDC_PROVIDER: ["Google", "../x", "a b", "__proto__"],
  BACKUP_KEEP: ["many", "-1", "1.5", "1000"],
  COUNTDOWN: ["tomorrow"],
  TESTIMONIALS: ["maybe"],
  WEBHOOK_ALLOW_PRIVATE: ["yes"],
  CONTACT_QUOTE: ["1"],
  GTM_ID: ['GTM-1"><script>'],
  META_PIXEL_ID: ["1 2"],
  POSTHOG_HOST: ["https://eu.i.posthog.com.evil.example"],
  SOCIAL_URL: ["javascript:alert(1)", "http://social.example"],
};

describe("refused", () => {
  test("an empty environment, naming every missing setting in one message", () => {
    expect(problemsOf({})).toEqual(REQUIRED.map((name) => `${name}: is missing`));
  });

  test.each(REQUIRED)("a shop without %s", (name) => {
    expect(namesOf({ ...LIVE, [name]: undefined })).toEqual([name]);
    expect(problemsOf({ ...LIVE, [name]: "" })).toEqual([`${name}: is missing`]);
  });

  const pairs = Object.entries(REFUSED).flatMap(([name, all]) => all.map((value) => [name, value]));
  test.each(pairs)("%s=%j", (name = "", value = "") => {
    const problems = problemsOf({ ...LIVE, [name]: value });
    expect(new Set(problems.map((line) => /^(\w+): \S/.exec(line)?.[1]))).toEqual(new Set([name]));
  });

  test.each([
    ["OIDC_CLIENT_SECRET", { OIDC_CLIENT_ID: "the-shop" }, "OIDC_CLIENT_ID"],
    ["OIDC_CLIENT_ID", { OIDC_CLIENT_SECRET: "the-secret" }, "OIDC_CLIENT_SECRET"],
    ["OIDC_CLIENT_SECRET", { OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_ID"],
  ])("half of an external login, with %s named as missing: %j", (missing, half, given) => {
    const line = `${missing}: is missing beside ${given}`;
    expect(problemsOf({ ...LIVE, ...half })).toEqual([line]);
    expect(problemsOf({ DEMO: "1", ...half })).toEqual([line]);
  });

  test("bad and missing settings together, all named in one message", () => {
    const env = { PORT: "http", APP_SECRET: "short", MAIL_FROM: "Shop <shop@example.com>" };
    expect(namesOf(env).toSorted()).toEqual(
      ["APP_SECRET", "PORT", "SMTP_URL", "STRIPE_SECRET_KEY"].toSorted(),
    );
  });

  test("without a secret in any message", () => {
    const STRIPE_SECRET_KEY = "sk_live_very_secret";
    const SMTP_URL = "http://user:mail-secret@x";
    const env = { STRIPE_SECRET_KEY, DEMO: "1", APP_SECRET: "short-but-secret", SMTP_URL };
    const pasted = { ...LIVE, STRIPE_SECRET_KEY: "live-key very_secret" };
    for (const bad of [env, pasted, { ...env, SMTP_URL: "", APP_SECRET: "" }]) {
      expect(problemsOf(bad).join("\n")).not.toMatch(/very_secret|short-but|mail-secret/);
    }
  });
});

describe("refused by the mode", () => {
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
});

test.each([
  [{ DEMO: "1" }, "demo"],
  [{ DEMO: "year" }, "demo"],
  [{ DEMO: "1", STRIPE_SECRET_KEY: "sk_test_1" }, "demo"],
  [TEST_SHOP, "test"],
  [{ ...SHOP, STRIPE_SECRET_KEY: " rk_test_1\n" }, "test"],
  [LIVE, "live"],
  [{ ...LIVE, STRIPE_SECRET_KEY: "rk_live_1" }, "live"],
  // A key of unknown mode counts as live, where stricter rules apply.
  [{ ...LIVE, STRIPE_SECRET_KEY: "sk_1" }, "live"],
])("%j is started in mode %s", (env, mode) => {
  const config = loadConfig(env);
  expect(config.mode).toBe(mode);
  expect(config.stripe.secretKey).toMatch(/^[sr]k_\w+$/);
});

test("a shop with only what it must have gets the defaults, also where a setting is empty", () => {
  const names = "PORT HOST PUBLIC_URL DATA_DIR DEMO STRIPE_WEBHOOK_SECRET STRIPE_API_BASE";
  const empty = [...names.split(" "), "APP_SECRET", "TRUSTED_PROXY"].map((name) => [name, ""]);
  const defaults = {
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    dataDir: "./data",
    bucket: null,
    mode: "test",
    hasSampleYear: false,
    stripe: { secretKey: "sk_test_of_the_shop", webhookSecrets: [], apiBase: undefined },
    mail: { smtpUrl: SHOP.SMTP_URL, from: "Shop <shop@example.com>" },
    settings: {},
    oidc: null,
    login: null,
    adminEmails: [],
    appSecret: undefined,
    trustedProxy: [],
    allowsPrivateWebhooks: false,
    worker: true,
    backupsKept: 7,
  };
  expect(loadConfig(TEST_SHOP)).toEqual(defaults);
  expect(loadConfig({ ...TEST_SHOP, ...Object.fromEntries(empty) })).toEqual(defaults);
  expect(loadConfig({ ...TEST_SHOP, PATH: "/bin", STRIPE: "x" })).toEqual(defaults);
});

test.each([
  [{ BRAND: " Mine " }, { brand: "Mine" }],
  [{ SOCIAL_URL: "https://social.example/mine" }, { socialUrl: "https://social.example/mine" }],
  [{ COUNTDOWN: "off" }, { countdown: "off", countdownUntil: null }],
  [
    { COUNTDOWN: "2027-01-31T20:00:00Z" },
    { countdown: "until", countdownUntil: new Date("2027-01-31T20:00:00Z") },
  ],
  [
    { TESTIMONIALS: "off", CONTACT_QUOTE: "on" },
    { showTestimonials: false, quoteContactMessage: true },
  ],
  [{ POSTHOG_HOST: "https://eu.i.posthog.com" }, { posthogRegion: "eu" }],
  [
    { POSTHOG_KEY: "phc_1", GTM_ID: "GTM-1" },
    { posthogKey: "phc_1", gtmId: "GTM-1" },
  ],
  [
    { META_PIXEL_ID: "12345", PINTEREST_TAG_ID: "67890" },
    { metaPixelId: "12345", pinterestTagId: "67890" },
  ],
])("of the shop's settings, %o sets only %o", (env, settings) => {
  expect(loadConfig({ DEMO: "1", ...env }).settings).toEqual(settings);
});

test("the demo needs nothing at all, and reaches nothing outside", () => {
  const config = loadConfig({ DEMO: "1" });
  expect(config).toMatchObject({
    mode: "demo",
    stripe: { webhookSecrets: [expect.stringMatching(/^whsec_/)], apiBase: undefined },
    mail: { smtpUrl: undefined, from: expect.stringContaining("@") },
  });
  expect(config.stripe.secretKey).toMatch(/^sk_test_/);
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
    ADMIN_EMAILS: " Anna@Shop.Example,bo@shop.example ",
    APP_SECRET: STRONG_SECRET,
    TRUSTED_PROXY: "192.0.2.7, 2001:db8::/32",
  });
  const network = [expect.anything(), 32];
  expect(config).toMatchObject({
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://shop.example",
    dataDir: "/srv/papercub",
    stripe: {
      webhookSecrets: ["whsec_1", "whsec_2"],
      apiBase: "https://payments.example:12111",
    },
    adminEmails: ["anna@shop.example", "bo@shop.example"],
    appSecret: STRONG_SECRET,
    trustedProxy: [network, network],
  });
  expect(loadConfig({ ...TEST_SHOP, PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
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

const CLIENT = { OIDC_CLIENT_ID: "the-shop", OIDC_CLIENT_SECRET: "the-secret" };
const own = (issuer: string) => ({
  env: { ...LIVE, ...CLIENT, OIDC_PROVIDER: "my-id", OIDC_ISSUER: issuer },
  login: { provider: "my-id", issuer, clientId: "the-shop", clientSecret: "the-secret" },
  site: { id: "my-id", name: "My Id" },
});
const google = (env: Record<string, string>, login: object) => ({
  env,
  login: { provider: "google", ...login },
  site: { id: "google", name: "Google" },
});
const GOOGLES = { issuer: "https://accounts.google.com", clientId: "the-shop" };
const DEMO = { DEMO: "1", PUBLIC_URL: "http://192.168.1.5:3000" };
test.each([
  google({ ...LIVE, ...CLIENT }, { ...GOOGLES, clientSecret: "the-secret" }),
  google({ ...DEMO, ...CLIENT }, GOOGLES),
  google(DEMO, { issuer: "http://192.168.1.5:3000/demo/identity" }),
  own("https://login.example/realms/shop"),
  own("http://localhost:9000"),
  own("http://127.0.0.1:9000"),
])(
  "the external login is $login.provider at $login.issuer (demo: $env.DEMO)",
  ({ env, login, site }) => {
    const config = loadConfig(env);
    expect(config.oidc).toMatchObject(login);
    expect(config.login).toEqual(site);
  },
);
