import addressparser from "nodemailer/lib/addressparser";
import { z } from "zod";
import {
  adminEmails,
  demo,
  emailAddress,
  filesUrl,
  loopbackUrl,
  networks,
  origin,
  text,
  trackerId,
  webhookSecrets,
} from "./config/fields.ts";
import { findConflicts, modeOf, SHORTEST_SECRET } from "./config/rules.ts";
import { type EnvironmentSettings, settingsOf } from "./config/settings.ts";
import { isEmail } from "./contract/email.ts";
import { type LoginProvider, type Mode, POSTHOG_HOSTS } from "./contract/site.ts";
import { CommandError } from "./errors.ts";
import { type Bucket, isOnLoopback } from "./config/files-url.ts";
import type { Network } from "./config/networks.ts";

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number")
    .default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  FILES_URL: filesUrl,
  DATA_DIR: z.string().min(1).default("./data"),
  DEMO: demo,
  STRIPE_SECRET_KEY: z
    .string()
    .trim()
    .regex(/^(sk|rk)_/, "must be a secret key, which begins with sk_ or rk_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecrets,
  STRIPE_API_BASE: origin.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .refine(isSender, "must be an email address, alone or as Name <address>")
    .optional(),
  SUPPORT_EMAIL: emailAddress.optional(),
  OIDC_PROVIDER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, "must be a short lower-case name such as google")
    .default("google"),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an https address" })
    .refine(isSafeIssuer, "must be an https address; http is only for localhost and 127.0.0.1")
    .default("https://accounts.google.com"),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  ADMIN_EMAILS: adminEmails,
  APP_SECRET: z
    .string()
    .min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`)
    .optional(),
  TRUSTED_PROXY: networks,
  WEBHOOK_ALLOW_PRIVATE: z.literal(["0", "1"], "must be 1, or left out").default("0"),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3}$/, "must be a number of backups, or 0")
    .transform(Number)
    .default(7),
  LITESTREAM_METRICS_URL: loopbackUrl.optional(),
  BRAND: text,
  SOCIAL_URL: z.url({ protocol: /^https$/, error: "must be an https address" }).optional(),
  COUNTDOWN: z
    .union([z.literal(["restart", "off"]), z.iso.datetime({ offset: true })], {
      error: "must be restart, off, or a time such as 2027-01-31T20:00:00Z",
    })
    .optional(),
  TESTIMONIALS: z.literal(["on", "off"], "must be on or off").optional(),
  WORKER: z.literal(["on", "off"], "must be on or off").default("on"),
  CONTACT_QUOTE: z.literal(["on", "off"], "must be on or off").optional(),
  POSTHOG_KEY: trackerId,
  POSTHOG_HOST: z.literal(POSTHOG_HOSTS, `must be ${POSTHOG_HOSTS.join(" or ")}`).optional(),
  META_PIXEL_ID: trackerId,
  GTM_ID: trackerId,
  PINTEREST_TAG_ID: trackerId,
});

export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  bucket: Bucket | null;
  mode: Mode;
  /** Whether a demo without orders is filled with a sample year. */
  hasSampleYear: boolean;
  stripe: {
    secretKey: string;
    /** Signing secrets, each accepted for webhooks; empty disables webhooks. */
    webhookSecrets: string[];
    apiBase: string | undefined;
  };
  mail: { smtpUrl: string | undefined; from: string };
  oidc: Oidc | null;
  /** External login provider to show to visitors; null if there is none. */
  login: LoginProvider | null;
  /** Shop settings from environment variables; they override the stored ones. */
  settings: EnvironmentSettings;
  /** Administrators in addition to those in the database. */
  adminEmails: string[];
  appSecret: string | undefined;
  /** Number of daily backups to keep; 0 disables them. */
  backupsKept: number;
  trustedProxy: Network[];
  /** Whether outgoing webhooks may go to private networks, and without TLS. */
  allowsPrivateWebhooks: boolean;
  /** URL of Litestream's metrics; undefined if Litestream is not used. */
  replicaUrl: string | undefined;
  /** Whether to serve the service worker; if false, serves one that unregisters itself. */
  worker: boolean;
};

type Oidc = {
  provider: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

export class ConfigError extends CommandError {
  constructor(readonly problems: string[]) {
    super(
      `Cannot start. Please check these settings:\n${problems.map((p) => `  ${p}`).join("\n")}`,
    );
    this.name = "ConfigError";
  }
}

// Credentials for the demo's fake services, which run in this process.
const DEMO_SECRET_KEY = "sk_test_papercub_demo";
const DEMO_WEBHOOK_SECRET = "whsec_papercub_demo";
const DEMO_FROM = "hello@papercub.example";
export const DEMO_OWNER = "owner@papercub.example";
export const DEMO_SUPPORT = "hello@papercub.example";
// .example is a reserved top-level domain.
export const DEMO_SOCIAL = "https://social.example/papercub";
const DEMO_CLIENT = { clientId: "papercub-demo", clientSecret: "papercub-demo-secret" };
export const DEMO_ISSUER_PATH = "/demo/identity";
export const LOGIN_RETURN_PATH = "/auth/callback";

export function webhookUrlOf({ publicUrl }: Pick<Config, "publicUrl">): string {
  return `${publicUrl}/api/stripe/webhook`;
}

/** Parses the settings. Throws one ConfigError that lists all problems. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  const problems = findConflicts(given);
  if (!parsed.success) {
    throw new ConfigError([...parsed.error.issues.map(describeIssue), ...problems]);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...toConfig(parsed.data, modeOf(given) ?? "live"),
    settings: settingsOf(given),
  };
}

function toConfig(values: Environment, mode: Mode): Omit<Config, "settings"> {
  const isDemo = mode === "demo";
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const oidc = toOidc(values, publicUrl);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: values.DATA_DIR,
    bucket: toBucket(values.FILES_URL, publicUrl),
    mode,
    hasSampleYear: values.DEMO === "year",
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY ?? DEMO_SECRET_KEY,
      webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? (isDemo ? [DEMO_WEBHOOK_SECRET] : []),
      apiBase: values.STRIPE_API_BASE,
    },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? DEMO_FROM },
    oidc,
    login: oidc && { id: oidc.provider, name: providerName(oidc.provider) },
    adminEmails: values.ADMIN_EMAILS,
    appSecret: values.APP_SECRET,
    backupsKept: values.BACKUP_KEEP,
    trustedProxy: values.TRUSTED_PROXY,
    allowsPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE === "1",
    replicaUrl: values.LITESTREAM_METRICS_URL,
    worker: values.WORKER === "on",
  };
}

/** Makes a local bucket private unless the shop is local too, because buyers cannot reach it. */
function toBucket(bucket: Bucket | undefined, publicUrl: string): Bucket | null {
  if (!bucket) return null;
  const isReached = !isOnLoopback(bucket.endpoint) || isOnLoopback(publicUrl);
  return { ...bucket, isPublic: bucket.isPublic && isReached };
}

function toOidc(values: Environment, publicUrl: string): Oidc | null {
  const { OIDC_PROVIDER: provider, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = values;
  if (clientId && secret) {
    return { provider, issuer: values.OIDC_ISSUER, clientId, clientSecret: secret };
  }
  return values.DEMO ? { provider, issuer: publicUrl + DEMO_ISSUER_PATH, ...DEMO_CLIENT } : null;
}

function providerName(provider: string): string {
  return provider
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

type Environment = z.output<typeof environment>;

function isSender(value: string): boolean {
  const others = addressparser(value).slice(1);
  return others.length === 0 && isEmail(senderOf(value));
}

/** Returns the email of a sender such as "Shop <shop@example.com>". */
export function senderOf(from: string): string {
  return addressparser(from)[0]?.address ?? "";
}

/** Whether an issuer uses https or is local. Plain http would allow others to impersonate it. */
function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = URL.parse(issuer) ?? {};
  return protocol === "https:" || hostname === "localhost" || hostname === "127.0.0.1";
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}
