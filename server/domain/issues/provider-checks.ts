import { webhookUrlOf } from "../../config.ts";
import type { Line, PaymentsReport } from "../../contract/health.ts";
import { type Finding, finding, lineOf } from "../../contract/health-words.ts";
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
  if (outcomes.includes("key_refused")) return finding("bad", "key.refused");
  const isSilent = outcomes.every((outcome) => outcome === "failed");
  return isSilent ? finding("bad", "key.silent") : finding("ok", "key.ok");
}

function modeFinding({ isLive }: PaymentsExam, { mode }: Deps["config"]): Finding {
  return isLive === null || isLive === (mode === "live")
    ? finding("ok", "mode.ok", { mode })
    : finding("bad", "mode.wrong", { mode, isLive });
}

/** Returns a warning at most, because the shop can sell without discount codes. */
function codesFinding({ codes }: PaymentsExam): Finding {
  const what = "Discount codes";
  if (codes === "fine") return finding("ok", "list.ok", { what });
  return codes === "failed"
    ? finding("warn", "list.failed", { what })
    : finding("warn", "codes.forbidden");
}

function listFinding(outcome: ExamOutcome, what: "Checkouts" | "Events"): Finding {
  if (outcome === "fine") return finding("ok", "list.ok", { what });
  return finding("bad", outcome === "failed" ? "list.failed" : "list.forbidden", { what });
}

function endpointFinding(exam: PaymentsExam, config: Deps["config"]): Finding {
  const { endpoints, endpoint } = exam;
  const url = webhookUrlOf(config);
  if (endpoints === "forbidden") return finding("unknown", "endpoint.forbidden", { url });
  if (endpoints !== "fine") return finding("unknown", "endpoint.unlisted");
  if (!endpoint) return finding("warn", "endpoint.missing", { url });
  if (!endpoint.isEnabled) return finding("bad", "endpoint.disabled", { url });
  if (endpoint.missingEvents.length > 0) {
    return finding("warn", "endpoint.lacks", { url, types: endpoint.missingEvents.join(", ") });
  }
  return config.stripe.webhookSecrets.length === 0
    ? finding("warn", "endpoint.no_secret", { url })
    : finding("ok", "endpoint.ok", { url });
}

export function addressFinding(url: string, outcome: AddressOutcome): Finding {
  if (outcome === "ours") return finding("ok", "address.ok", { url });
  return outcome === "other"
    ? finding("bad", "address.other", { url })
    : finding("warn", "address.unreached", { url });
}

async function fetchMissed(deps: Deps): Promise<Finding> {
  try {
    await reconcile(deps);
  } catch (error) {
    deps.log.warn({ err: error }, "reconcile round failed");
    return finding("warn", "missed.partly");
  }
  return finding("ok", "missed.fetched", { count: deps.watch.reconciled.taken });
}
