import { webhookUrlOf } from "../../config.ts";
import { countOf } from "../../contract/format.ts";
import type { Line, PaymentsReport } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import type { AddressOutcome, ExamOutcome, PaymentsExam } from "../../ports/health.ts";
import { reconcile } from "../money/reconcile.ts";
import { readSettings } from "../settings.ts";
import { bad, type Finding, ok, requestedLine, unknown, warn } from "./finding.ts";
import { MODES, NEW_KEY } from "./payments.ts";

const TRY_LATER = "Try again in a few minutes, and look at the provider's status page.";
const SET_UP_ENDPOINT =
  "Create it in the provider's dashboard with the events that docs/configuration.md names, and set STRIPE_WEBHOOK_SECRET to its signing secret.";

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
      ...(readSettings(deps).saveCards ? [requestedLine("customers", customersFinding(exam))] : []),
      requestedLine("address", addressFinding(config.publicUrl, reached)),
      requestedLine("missed", missed),
    ],
  };
}

export function examLines(exam: PaymentsExam, config: Deps["config"]): Line[] {
  return [
    requestedLine("key", keyFinding(exam)),
    requestedLine("mode", modeFinding(exam, config)),
    requestedLine("sessions", listFinding(exam.sessions, "Checkouts")),
    requestedLine("events", listFinding(exam.events, "Events")),
    requestedLine("endpoint", endpointFinding(exam, config)),
    requestedLine("codes", codesFinding(exam)),
  ];
}

function keyFinding({ sessions, events, endpoints }: PaymentsExam): Finding {
  const outcomes = [sessions, events, endpoints];
  if (outcomes.includes("key_refused")) return bad("The provider refuses the secret key.", NEW_KEY);
  return outcomes.every((outcome) => outcome === "failed")
    ? bad("The provider didn't answer.", TRY_LATER)
    : ok("The provider accepts it.");
}

function modeFinding({ isLive }: PaymentsExam, { mode }: Deps["config"]): Finding {
  if (isLive === null || isLive === (mode === "live")) return ok(MODES[mode]);
  return bad(
    `The settings say “${MODES[mode]}”, but the provider makes ${isLive ? "real payments" : "no real payments"}.`,
    "Copy the key of the right mode from the provider's dashboard into STRIPE_SECRET_KEY.",
  );
}

/** Returns a warning at most, because the shop can sell without discount codes. */
function codesFinding({ codes }: PaymentsExam): Finding {
  if (codes === "fine") return ok("Discount codes can be listed.");
  return codes === "failed"
    ? warn("Discount codes couldn't be listed.", TRY_LATER)
    : warn(
        "The key may not read discount codes and products: codes can't be created or used.",
        "Give the restricted key the right to write coupons, promotion codes and products in the provider's dashboard, or use a secret key.",
      );
}

/** Returns a warning at most, because without the permission, checkouts open without the customer. */
function customersFinding({ customers }: PaymentsExam): Finding {
  if (customers === "fine") return ok("The payment page of an offer can show a saved card.");
  return customers === "failed"
    ? warn("Customers couldn't be listed.", TRY_LATER)
    : warn(
        "The key may not read customers: buyers have to type their card again at an offer.",
        "Give the restricted key the right to write customers in the provider's dashboard, or use a secret key.",
      );
}

function listFinding(outcome: ExamOutcome, what: "Checkouts" | "Events"): Finding {
  if (outcome === "fine") return ok(`${what} can be listed.`);
  return outcome === "failed"
    ? bad(`${what} couldn't be listed.`, TRY_LATER)
    : bad(
        `The key may not list ${what.toLowerCase()}: events missed by the webhook can't be found.`,
        "Give the restricted key the right to read them in the provider's dashboard, or use a secret key.",
      );
}

function endpointFinding(exam: PaymentsExam, config: Deps["config"]): Finding {
  const { endpoints, endpoint } = exam;
  const url = webhookUrlOf(config);
  if (endpoints === "forbidden") {
    return unknown(
      "The key may not list endpoints.",
      `Check in the provider's dashboard that ${url} is enabled.`,
    );
  }
  if (endpoints !== "fine") return unknown("The provider's endpoints couldn't be listed.");
  if (!endpoint) {
    return warn(`The provider has no endpoint ${url}: no webhooks arrive.`, SET_UP_ENDPOINT);
  }
  if (!endpoint.isEnabled) {
    return bad(`The endpoint ${url} is disabled.`, "Enable it in the provider's dashboard.");
  }
  if (endpoint.missingEvents.length > 0) {
    return warn(
      `The endpoint ${url} doesn't send ${endpoint.missingEvents.join(", ")}.`,
      "Add them in the provider's dashboard; meanwhile they are fetched every five minutes.",
    );
  }
  return config.stripe.webhookSecrets.length === 0
    ? warn(`The endpoint ${url} is enabled, and no secret is set here.`, SET_UP_ENDPOINT)
    : ok(`${url} is enabled and sends every event that the shop needs.`);
}

export function addressFinding(url: string, outcome: AddressOutcome): Finding {
  if (outcome === "ours") return ok(`${url} leads to this shop.`);
  return outcome === "other"
    ? bad(
        `Another server answers at ${url}.`,
        "Check PUBLIC_URL, DNS and the proxy: webhooks and buyers go there.",
      )
    : warn(
        `${url} wasn't reached from this machine.`,
        "Open it from elsewhere. If it opens there, all is well: some networks don't let a machine reach itself by its public address.",
      );
}

async function fetchMissed(deps: Deps): Promise<Finding> {
  try {
    await reconcile(deps);
  } catch (error) {
    deps.log.warn({ err: error }, "reconcile round failed");
    return warn(
      "Not all of them could be fetched.",
      `${TRY_LATER} The store tries every five minutes.`,
    );
  }
  const { taken } = deps.watch.reconciled;
  return ok(
    taken === 0
      ? "Nothing was missed."
      : `${countOf(taken, "event")} ${taken === 1 ? "was" : "were"} fetched and will be handled now.`,
  );
}
