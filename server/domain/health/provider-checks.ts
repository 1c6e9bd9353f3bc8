import { countOf } from "../../contract/format.ts";
import {
  bad,
  type Finding,
  type Line,
  lineOf,
  ok,
  type PaymentsReport,
  unknown,
  warn,
} from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import type { ExamOutcome, PaymentsExam } from "../../ports/health.ts";
import { reconcile } from "../money/reconcile.ts";
import { webhookUrlOf } from "../../config.ts";

const NEW_KEY =
  "Take the key from the provider's dashboard into STRIPE_SECRET_KEY, and start the store again.";
const AGAIN = "Try again in some minutes, and look at the provider's status page.";

/** Asks the provider about the shop's key and its webhooks, and takes at once what was missed. */
export async function checkPayments(deps: Deps): Promise<PaymentsReport> {
  const { payments, config, address } = deps;
  const [exam, reached] = await Promise.all([
    payments.examine(webhookUrlOf(config)),
    address.reach(),
  ]);
  const missed = await takeMissed(deps);
  return {
    lines: [
      ...examLines(exam, config),
      lineOf("address", addressFinding(config.publicUrl, reached)),
      lineOf("missed", missed),
    ],
  };
}

/** What the provider has said to the shop's key, line by line. */
export function examLines(exam: PaymentsExam, config: Deps["config"]): Line[] {
  const { sessions, events, isLive } = exam;
  return [
    lineOf("key", keyFinding(exam)),
    lineOf("mode", modeFinding(isLive, config.mode)),
    lineOf("sessions", listFinding(sessions, "Checkouts")),
    lineOf("events", listFinding(events, "Events")),
    lineOf("endpoint", endpointFinding(exam, config)),
  ];
}

function keyFinding({ sessions, events, endpoints }: PaymentsExam): Finding {
  const outcomes = [sessions, events, endpoints];
  if (outcomes.includes("key_refused")) return bad("The provider refuses the secret key.", NEW_KEY);
  if (outcomes.every((outcome) => outcome === "failed")) {
    return bad("The provider did not answer.", AGAIN);
  }
  return ok("The provider takes it.");
}

const MODE_TEXTS = {
  demo: "The demo's own payments: no money moves.",
  test: "A test key: no money moves.",
  live: "A live key: real money moves.",
};

function modeFinding(isLive: boolean | null, mode: Deps["config"]["mode"]): Finding {
  const text = MODE_TEXTS[mode];
  if (isLive === null || isLive === (mode === "live")) return ok(text);
  const really = isLive ? "real money moves" : "no money moves";
  return bad(
    `The shop says “${text}”, and at the provider ${really}.`,
    "Take the key of the right mode from the provider's dashboard into STRIPE_SECRET_KEY.",
  );
}

function listFinding(outcome: ExamOutcome, what: "Checkouts" | "Events"): Finding {
  if (outcome === "fine") return ok(`${what} can be listed.`);
  if (outcome === "failed") return bad(`${what} could not be listed.`, AGAIN);
  return bad(
    `The key may not list ${what.toLowerCase()}: what no webhook brings is never found.`,
    "Give the restricted key of the provider's dashboard the right to read them, or take a secret key.",
  );
}

function endpointFinding(
  { endpoints, endpoint }: PaymentsExam,
  { publicUrl, stripe }: Deps["config"],
): Finding {
  const url = webhookUrlOf({ publicUrl });
  if (endpoints === "failed" || endpoints === "key_refused") {
    return unknown("The provider's endpoints could not be listed.");
  }
  if (endpoints === "forbidden") {
    return unknown(
      "The key may not list endpoints.",
      `Look at the provider's dashboard whether ${url} is enabled there.`,
    );
  }
  const setUp = `Set it up in the provider's dashboard with the events that the README names, and put its signing secret into STRIPE_WEBHOOK_SECRET.`;
  if (!endpoint) return warn(`The provider has no endpoint ${url}: no webhook comes.`, setUp);
  if (!endpoint.isEnabled) {
    return bad(`The endpoint ${url} is disabled.`, "Enable it in the provider's dashboard.");
  }
  if (endpoint.missingEvents.length > 0) {
    return warn(
      `The endpoint ${url} does not send ${endpoint.missingEvents.join(", ")}.`,
      "Add them in the provider's dashboard; meanwhile they are fetched every five minutes.",
    );
  }
  if (stripe.webhookSecrets.length === 0) {
    return warn(`The endpoint ${url} is enabled, and no secret is set here.`, setUp);
  }
  return ok(`${url} is enabled and sends every event that the shop needs.`);
}

/** Whether the shop's own address leads to it. */
export function addressFinding(
  publicUrl: string,
  reached: Awaited<ReturnType<Deps["address"]["reach"]>>,
): Finding {
  if (reached === "ours") return ok(`${publicUrl} leads here.`);
  if (reached === "other") {
    return bad(
      `At ${publicUrl} something else than this shop answers.`,
      "Check PUBLIC_URL, the name server and the proxy: webhooks and buyers go there.",
    );
  }
  return warn(
    `${publicUrl} was not reached from this machine.`,
    "Open it from elsewhere. If it opens there, all is well: some networks do not let a machine reach itself by its public address.",
  );
}

async function takeMissed(deps: Deps): Promise<Finding> {
  try {
    await reconcile(deps);
  } catch (error) {
    deps.log.warn({ err: error }, "reconcile round failed");
    return warn(
      "Not all of it could be fetched.",
      `${AGAIN} It is tried again every five minutes.`,
    );
  }
  const { taken } = deps.watch.reconciled;
  if (taken === 0) return ok("Nothing was missed.");
  return ok(
    `${countOf(taken, "event")} were fetched and are being handled.`.replace(
      "1 event were",
      "1 event was",
    ),
  );
}
