/** Checks of the running store, most urgent for buyers first. */
export const CHECK_NAMES = [
  "payments",
  "products",
  "webhooks",
  "inbox",
  "delivery",
  "mail",
  "files",
  "database",
  "disk",
  "backup",
  "replica",
  "clock",
  "content",
  "version",
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** Checks that run only on request, on the health page or with the command `doctor`. */
export type AskedName =
  | "key"
  | "mode"
  | "sessions"
  | "events"
  | "endpoint"
  | "codes"
  | "address"
  | "missed"
  | "settings"
  | "data"
  | "integrity"
  | "schema"
  | "mail_server";

/** `warn`: worth a look · `bad`: needs action · `unknown`: could not be checked. */
const LINE_STATES = ["ok", "warn", "bad", "unknown"] as const;
export type LineState = (typeof LINE_STATES)[number];

export type Line<Name extends CheckName | AskedName = CheckName | AskedName> = {
  name: Name;
  title: string;
  state: LineState;
  text: string;
  todo: string | null;
  /** Links to the rows to edit, such as testimonials that are still placeholders. */
  rows?: readonly LinkedRow[];
};

/** Link to a row; without an id, to the group of texts with this label. */
export type LinkedRow = { table: string; id: number | null; label: string };

/** `GET /api/admin/health` */
export type Health = {
  checkedAt: string;
  version: { program: string; schema: number; bun: string };
  checks: Line<CheckName>[];
};

/** `POST /api/admin/health/check-payments` */
export type PaymentsReport = { lines: Line[] };

/** `POST /api/admin/health/test-mail`. `waiting`: the mail server has not responded yet. */
export type TestMailAnswer = {
  to: string;
  state: "sent" | "refused" | "waiting";
  said: string | null;
};
