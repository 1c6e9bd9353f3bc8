import { formatSpan } from "../../contract/format.ts";
import type { Mode } from "../../contract/site.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { bad, type Finding, ok, unknown, warn } from "./finding.ts";

/** Time without a response until the check fails: four requests at intervals of 45 seconds. */
const SILENT_MS = 3 * MINUTE_MS;
/** Time without a list until the check fails: four rounds at intervals of five minutes. */
const UNLISTED_MS = 20 * MINUTE_MS;

export const MODES: Record<Mode, string> = {
  demo: "This is the demo: no real payments.",
  test: "A test key: no real payments.",
  live: "A live key: real payments.",
};
export const NEW_KEY =
  "Copy the key from the provider's dashboard into STRIPE_SECRET_KEY and restart the store.";

export function paymentsFinding({ config, clock, watch }: Deps): Finding {
  const now = clock.now().getTime();
  const { answeredAt, silentSince } = watch.provider;
  if (watch.reconciled.isKeyRefused) {
    return bad(
      "The payment provider refuses the secret key: nothing can be bought or refunded.",
      NEW_KEY,
    );
  }
  const silentMs = silentSince ? now - silentSince.getTime() : 0;
  if (silentMs >= SILENT_MS) {
    return bad(
      `The payment provider hasn't answered for ${formatSpan(silentMs)}: nobody can pay.`,
      "Look at the provider's status page. If all is well there, check this machine's network and DNS. Payments made meanwhile are fetched later.",
    );
  }
  const unlistedMs = now - (watch.reconciled.listedAt ?? watch.startedAt).getTime();
  if (unlistedMs >= UNLISTED_MS) {
    return bad(
      `The provider's events couldn't be listed for ${formatSpan(unlistedMs)}.`,
      "Click “Check payments”: it shows what the key may not do, or what isn't responding.",
    );
  }
  if (silentSince) {
    return warn(
      `The payment provider hasn't answered for ${formatSpan(silentMs)}.`,
      "You need not do anything yet: the store asks again every minute.",
    );
  }
  if (watch.refusedConsent !== null) {
    return warn(
      `The payment page asks for less consent than you set. Stripe said: ${watch.refusedConsent}`,
      "Add a link to your terms in your Stripe account, or change the settings.",
    );
  }
  const mode = MODES[config.mode];
  return answeredAt
    ? ok(`${mode} It answered ${formatSpan(now - answeredAt.getTime())} ago.`)
    : unknown(`${mode} The provider hasn't been checked yet.`);
}
