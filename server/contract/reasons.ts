/**
 * Stable identifiers of why a request was refused. Clients compare them, or the broader `code`, but never the
 * text. A refusal without its own reason uses the one of its kind.
 */
export const REASONS = [
  // Kinds of refusals; the codes of api.md are broader.
  "malformed",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "unpaid",
  "version_mismatch",
  "too_slow",
  "too_large",
  "wrong_type",
  "misdirected",
  "invalid",
  "rate_limited",
  "internal",
  "payment_provider",
  "login_provider",
  "unavailable",
  // Requests and their origin.
  "foreign_origin",
  "not_admin",
  "other_user",
  "unknown_form",
  "unknown_table",
  "key_invalid",
  "key_reused",
  // Tables of the admin.
  "unknown_row",
  "read_only_table",
  "taken",
  "in_use",
  "not_paid",
  "own_rights",
  "changed_since",
  "not_undoable",
  "count_mismatch",
  "reading_too_long",
  "readings_busy",
  "exports_busy",
  "cut_short",
  "encoding_guessed",
  "unknown_action",
  "key_missing",
  "nothing_left",
  "too_much",
  "refund_refused",
  "refund_pending",
  "file_unavailable",
  // Checkouts and purchases.
  "unknown_product",
  "mixed_currency",
  "session_missing",
  "unknown_session",
  "payment_unpaid",
  "payment_refused",
  "no_subscription",
  // Corrections of an order's email.
  "address_not_yours",
  "too_late",
  "too_often",
  "same_email",
  // Sign-in.
  "code_invalid",
  "login_failed",
  // Events of the payment provider.
  "webhook_disabled",
  "bad_signature",
  "no_event",
] as const;

export type Reason = (typeof REASONS)[number];
