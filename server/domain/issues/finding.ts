import type { Line, LinkedRow } from "../../contract/health.ts";

/** Result of a check, in words for the owner; `todo` says what to do about it. */
export type Finding = Pick<Line, "state" | "text" | "todo"> & { rows?: readonly LinkedRow[] };

export function ok(text: string): Finding {
  return { state: "ok", text, todo: null };
}

export function unknown(text: string, todo: string | null = null): Finding {
  return { state: "unknown", text, todo };
}

/** Returns a finding that is worth a look. */
export function warn(text: string, todo: string): Finding {
  return { state: "warn", text, todo };
}

/** Returns a finding that needs action. A check of the running store is mailed while it is bad. */
export function bad(text: string, todo: string): Finding {
  return { state: "bad", text, todo };
}

/** Titles of the checks that run only on request, on the health page or with `doctor`. */
const TITLES = {
  key: "Secret key",
  mode: "Mode",
  sessions: "Checkouts",
  events: "Events",
  endpoint: "Webhook endpoint",
  codes: "Discount codes",
  customers: "Saved cards",
  address: "This shop's address",
  missed: "Missed events",
  settings: "Settings",
  data: "Data folder",
  integrity: "Database file",
  schema: "Schema",
  mail_server: "Mail server",
};

export function requestedLine(name: keyof typeof TITLES, finding: Finding): Line {
  return { name, title: TITLES[name], ...finding };
}
