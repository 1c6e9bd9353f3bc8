import { webhookUrlOf } from "../../config.ts";
import type { Line, PaymentsReport } from "../../contract/health.ts";
import { type Finding, found, lineOf } from "../../contract/health-words.ts";
import type { Deps } from "../../deps.ts";
import type { AddressOutcome, ExamOutcome, PaymentsExam } from "../../ports/health.ts";
import { reconcile } from "../money/reconcile.ts";

/** Tests the payment provider's key and webhook setup, and fetches missed events. */
export async function checkPayments(deps: Deps): Promise<PaymentsReport> {
  const { payments, config, address } = deps;
  const [exam, reached] = await Promise.all([
    payments.examine(webhookUrlOf(config)),
    address.reach(),
  ]);
  const missed = await fetchMissed(deps);
  return {
    lines: [
      ...examLines(exam, config),
      lineOf("address", addressFinding(config.publicUrl, reached)),
      lineOf("missed", missed),
    ],
  };
}

export function examLines(exam: PaymentsExam, config: Deps["config"]): Line[] {
  return [
    lineOf("key", keyFinding(exam)),
    lineOf("mode", modeFinding(exam, config)),
    lineOf("sessions", listFinding(exam.sessions, "Checkouts")),
    lineOf("events", listFinding(exam.events, "Events")),
    lineOf("endpoint", endpointFinding(exam, config)),
    lineOf("codes", codesFinding(exam)),
  ];
}

function keyFinding({ sessions, events, endpoints }: PaymentsExam): Finding {
  const outcomes = [sessions, events, endpoints];
  if (outcomes.includes("key_refused")) return found("bad", "key.refused");
  const isSilent = outcomes.every((outcome) => outcome === "failed");
  return isSilent ? found("bad", "key.silent") : found("ok", "key.ok");
}

function modeFinding({ isLive }: PaymentsExam, { mode }: Deps["config"]): Finding {
  return isLive === null || isLive === (mode === "live")
    ? found("ok", "mode.ok", { mode })
    : found("bad", "mode.wrong", { mode, isLive });
}

/** Returns a warning at most, because the shop can sell without discount codes. */
function codesFinding({ codes }: PaymentsExam): Finding {
  const what = "Discount codes";
  if (codes === "fine") return found("ok", "list.ok", { what });
  return codes === "failed"
    ? found("warn", "list.failed", { what })
    : found("warn", "codes.forbidden");
}

function listFinding(outcome: ExamOutcome, what: "Checkouts" | "Events"): Finding {
  if (outcome === "fine") return found("ok", "list.ok", { what });
  return found("bad", outcome === "failed" ? "list.failed" : "list.forbidden", { what });
}

function endpointFinding(exam: PaymentsExam, config: Deps["config"]): Finding {
  const { endpoints, endpoint } = exam;
  const url = webhookUrlOf(config);
  if (endpoints === "forbidden") return found("unknown", "endpoint.forbidden", { url });
  if (endpoints !== "fine") return found("unknown", "endpoint.unlisted");
  if (!endpoint) return found("warn", "endpoint.missing", { url });
  if (!endpoint.isEnabled) return found("bad", "endpoint.disabled", { url });
  if (endpoint.missingEvents.length > 0) {
    return found("warn", "endpoint.lacks", { url, types: endpoint.missingEvents.join(", ") });
  }
  return config.stripe.webhookSecrets.length === 0
    ? found("warn", "endpoint.no_secret", { url })
    : found("ok", "endpoint.ok", { url });
}

export function addressFinding(url: string, outcome: AddressOutcome): Finding {
  if (outcome === "ours") return found("ok", "address.ok", { url });
  return outcome === "other"
    ? found("bad", "address.other", { url })
    : found("warn", "address.unreached", { url });
}

async function fetchMissed(deps: Deps): Promise<Finding> {
  try {
    await reconcile(deps);
  } catch (error) {
    deps.log.warn({ err: error }, "reconcile round failed");
    return found("warn", "missed.partly");
  }
  return found("ok", "missed.fetched", { count: deps.watch.reconciled.taken });
}
