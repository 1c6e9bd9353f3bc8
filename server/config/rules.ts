import type { Mode } from "../contract/site.ts";

type Environment = Record<string, string | undefined>;

const TEST_KEY = /^(sk|rk)_test_/;
const SECRET_KEY = /^(sk|rk)_/;
export const SHORTEST_SECRET = 32;
/** Minimum number of distinct characters in a secret; any random text of 32 characters has more. */
const FEWEST_CHARACTERS = 8;

/** The mode of the settings; undefined without a secret key. An unknown key counts as live. */
export function modeOf(values: Environment): Mode | undefined {
  if (values["DEMO"] === "1" || values["DEMO"] === "year") return "demo";
  const key = keyOf(values);
  if (!SECRET_KEY.test(key)) return undefined;
  return TEST_KEY.test(key) ? "test" : "live";
}

export function findConflicts(values: Environment): string[] {
  const mode = modeOf(values);
  return [
    ...(mode === "demo" ? demoProblems(values) : missingSettings(values)),
    ...(mode === "live" ? liveProblems(values) : []),
    ...halfLogin(values),
  ];
}

function demoProblems(values: Environment): string[] {
  const key = keyOf(values);
  if (!SECRET_KEY.test(key) || TEST_KEY.test(key)) return [];
  return ["DEMO: refuses to run beside a live STRIPE_SECRET_KEY; remove one of the two"];
}

// The webhook secret is optional: without it webhooks get a 503, and reconciliation fulfils orders.
function missingSettings(values: Environment): string[] {
  const required = ["STRIPE_SECRET_KEY", "SMTP_URL", "MAIL_FROM"] as const;
  return required.filter((name) => !values[name]).map((name) => `${name}: is missing`);
}

function liveProblems(values: Environment): string[] {
  const { PUBLIC_URL, STRIPE_API_BASE, APP_SECRET } = values;
  const problems: string[] = [];
  if (!PUBLIC_URL) {
    problems.push("PUBLIC_URL: is missing; with a live key it must be the shop's https address");
  } else if (isPlainHttp(PUBLIC_URL)) {
    problems.push("PUBLIC_URL: must be an https address with a live key");
  }
  if (STRIPE_API_BASE && isPlainHttp(STRIPE_API_BASE)) {
    problems.push("STRIPE_API_BASE: must be an https address with a live key");
  }
  if (APP_SECRET && isWeak(APP_SECRET)) {
    problems.push("APP_SECRET: is easy to guess; take a random one (openssl rand -base64 32)");
  }
  return problems;
}

/** Reports an OIDC client with only one of its two settings. */
function halfLogin(values: Environment): string[] {
  const parts = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = parts.filter((name) => !values[name]);
  const [other] = parts.filter((name) => values[name]);
  return missing.length === 1 ? missing.map((name) => `${name}: is missing beside ${other}`) : [];
}

const keyOf = (values: Environment) => values["STRIPE_SECRET_KEY"]?.trim() ?? "";

const isPlainHttp = (address: string) => URL.parse(address)?.protocol === "http:";

function isWeak(secret: string): boolean {
  if (secret.length < SHORTEST_SECRET) return false;
  return new Set(secret).size < FEWEST_CHARACTERS || /^(.+?)\1+$/s.test(secret);
}
