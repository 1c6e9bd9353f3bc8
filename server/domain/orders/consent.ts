import type { Settings } from "../../../db/content-schema.ts";
import { agreementWords } from "../../contract/agreement-words.ts";
import { withdrawalEnd } from "../../contract/withdraw.ts";
import { fill, setTexts } from "../../contract/words.ts";
import type { Deps } from "../../deps.ts";
import type { Checkout, NewCheckout } from "../../ports/payments.ts";
import { readSettings, readSite } from "../content/settings.ts";
import type { CheckoutCode } from "./discounts.ts";

/** Countries with a right of withdrawal: the EU, the rest of the EEA, the UK and Switzerland. */
const COUNTRIES = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
    "IS LI NO GB CH"
  ).split(" "),
);

type SiteDeps = Pick<Deps, "db" | "config">;

type Visitor = {
  language?: string | null;
  code?: string | undefined;
  codeFault: CheckoutCode["fault"];
};

/** Returns the texts of the payment page, and the consent that it asks this visitor for. */
export function agreementFor(
  deps: SiteDeps,
  { consent, recoveryMails }: Pick<Settings, "consent" | "recoveryMails">,
  { language = null, code = "", codeFault }: Visitor,
): Pick<NewCheckout, "notice" | "terms" | "recovery"> {
  const { publicUrl } = deps.config;
  setTexts(readSite(deps));
  const links = { terms: `${publicUrl}/terms`, refund: `${publicUrl}/refund` };
  const isAsked =
    consent === "everywhere" || (consent === "eu" && hasWithdrawalRight(regionOf(language)));
  const notice = fill(agreementWords.notice, links);
  return {
    notice: codeFault ? `${fill(agreementWords[codeFault], { code })} ${notice}` : notice,
    terms: isAsked ? fill(agreementWords.terms, links) : null,
    recovery: recoveryMails,
  };
}

/**
 * Returns the time when files that are paid now may be delivered; null for at once. They wait for
 * the end of the withdrawal period if the buyer has not consented and the owner chose so.
 */
export function deliveryStart(
  deps: SiteDeps,
  { termsAccepted, country }: Pick<Checkout, "termsAccepted" | "country">,
  now: Date,
): Date | null {
  const { withoutConsent } = readSettings(deps);
  const waits = withoutConsent === "wait" && !termsAccepted && hasWithdrawalRight(country);
  return waits ? withdrawalEnd(now) : null;
}

/** Whether buyers there may withdraw. An unknown region counts. */
function hasWithdrawalRight(region: string | null): boolean {
  return region === null || COUNTRIES.has(region.toUpperCase());
}

/** Returns the country of a BCP 47 tag such as "de-AT"; null without one. */
function regionOf(language: string | null): string | null {
  const [, ...subtags] = language?.split("-") ?? [];
  return subtags.find((subtag) => /^[a-z]{2}$/i.test(subtag)) ?? null;
}
