/**
 * Why a request was refused, as a stable word: programs compare it, or the coarser `code`, and never
 * the sentence. A refusal without a word of its own has the one of its kind.
 */
export const REASONS = [
  // The kinds of refusals, of which api.md's codes name fewer.
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
  // Requests and where they come from.
  "foreign_origin",
  "not_admin",
  "other_user",
  "unknown_form",
  "unknown_table",
  "key_invalid",
  "key_reused",
  // The owner's tables.
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
  // The correction of an order's email.
  "address_not_yours",
  "too_late",
  "too_often",
  "same_email",
  // Signing in.
  "code_invalid",
  "login_failed",
  // Events of the payment provider.
  "webhook_disabled",
  "bad_signature",
  "no_event",
] as const;

export type Reason = (typeof REASONS)[number];
