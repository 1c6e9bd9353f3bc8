// What the owner's health page, its alarms by mail and the command `doctor` say, line by line.

/** What the running store looks after, the most urgent for buyers first. */
export const CHECK_NAMES = [
  "payments",
  "products",
  "webhooks",
  "webhook_secret",
  "inbox",
  "delivery",
  "mail",
  "files",
  "database",
  "disk",
  "backup",
  "replica",
  "clock",
  "version",
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** What is looked at when a person asks for it, here or by the command `doctor`. */
type AskedName =
  | "key"
  | "mode"
  | "sessions"
  | "events"
  | "endpoint"
  | "address"
  | "missed"
  | "settings"
  | "data"
  | "integrity"
  | "schema"
  | "mail_server";

/** ok · warn: worth a look · bad: a person has to act · unknown: it can't be told. */
export const LINE_STATES = ["ok", "warn", "bad", "unknown"] as const;
export type LineState = (typeof LINE_STATES)[number];

export const LINE_TITLES: Record<CheckName | AskedName, string> = {
  payments: "Payment provider",
  products: "Products on sale",
  webhooks: "Webhooks",
  webhook_secret: "Webhook secret",
  inbox: "Events to handle",
  delivery: "Mails of paid orders",
  mail: "Outgoing mail",
  files: "Stored files",
  database: "Database",
  disk: "Disk",
  backup: "Backup",
  replica: "Replica",
  clock: "Clock",
  version: "Version",
  key: "Secret key",
  mode: "Mode",
  sessions: "Checkouts",
  events: "Events",
  endpoint: "Webhook endpoint",
  address: "This shop's address",
  missed: "What was missed",
  settings: "Settings",
  data: "Data folder",
  integrity: "Database file",
  schema: "Schema",
  mail_server: "Mail server",
};

/** What is so, with its figures, and what to do about it: null where there is nothing to do. */
export type Finding = { state: LineState; text: string; todo: string | null };

export type Line<Name extends keyof typeof LINE_TITLES = keyof typeof LINE_TITLES> = Finding & {
  name: Name;
  title: string;
};

export const ok = (text: string): Finding => ({ state: "ok", text, todo: null });
export const warn = (text: string, todo: string): Finding => ({ state: "warn", text, todo });
export const bad = (text: string, todo: string): Finding => ({ state: "bad", text, todo });
export const unknown = (text: string, todo: string | null = null): Finding => ({
  state: "unknown",
  text,
  todo,
});

/** A finding under its name. */
export function lineOf<Name extends keyof typeof LINE_TITLES>(
  name: Name,
  finding: Finding,
): Line<Name> {
  return { name, title: LINE_TITLES[name], ...finding };
}

/** `GET /api/admin/health` */
export type Health = {
  /** As ISO 8601 UTC. */
  checkedAt: string;
  version: { program: string; schema: number; bun: string };
  checks: Line<CheckName>[];
};

/** `POST /api/admin/health/check-payments`: what the provider said. */
export type PaymentsReport = { lines: Line[] };

/**
 * `POST /api/admin/health/test-mail`: whether the mail server took it, with its own words if not;
 * `waiting` when it had not answered yet.
 */
export type TestMailAnswer = {
  to: string;
  state: "sent" | "refused" | "waiting";
  said: string | null;
};
