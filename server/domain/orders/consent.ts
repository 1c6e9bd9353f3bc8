import { and, desc, isNotNull } from "drizzle-orm";
import type { Settings } from "../../../db/content-schema.ts";
import { orders } from "../../../db/schema.ts";
import { agreementWords } from "../../contract/legal-words.ts";
import { withdrawalEnd } from "../../contract/withdraw.ts";
import { fill, setTexts } from "../../contract/words.ts";
import type { Deps } from "../../deps.ts";
import type { Checkout, NewCheckout } from "../../ports/payments.ts";
import { EUROPE } from "../countries.ts";
import { readSettings, readSite } from "../settings.ts";
import { isOfSameBuyer, type Viewer } from "../viewer.ts";
import type { CheckoutCode } from "./discounts.ts";
import { hasStatus } from "../../../db/order-status.ts";

type SiteDeps = Pick<Deps, "db" | "config">;

type Visitor = {
  viewer: Viewer;
  code?: string | undefined;
  codeFault: CheckoutCode["fault"];
  savesCard: boolean;
};

/** Returns the texts of the payment page, and the consent that it asks this buyer for. */
export function agreementFor(
  deps: SiteDeps,
  { consent, recoveryMails }: Pick<Settings, "consent" | "recoveryMails">,
  { viewer, code = "", codeFault, savesCard }: Visitor,
): Pick<NewCheckout, "notice" | "terms" | "recovery"> {
  const { publicUrl } = deps.config;
  setTexts(readSite(deps));
  const links = { terms: `${publicUrl}/terms`, refund: `${publicUrl}/refund` };
  const isAsked =
    consent === "everywhere" ||
    (consent === "eu" && hasWithdrawalRight(payingCountryOf(deps.db, viewer)));
  const notice = [
    codeFault ? fill(agreementWords[codeFault], { code }) : [],
    fill(agreementWords.notice, links),
    savesCard ? agreementWords.savesCard : [],
  ];
  return {
    notice: notice.flat().join(" "),
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

/** Whether buyers in a country have a right of withdrawal; true if the country is unknown. */
function hasWithdrawalRight(country: string | null): boolean {
  return country === null || EUROPE.has(country.toUpperCase());
}

/**
 * Returns the country that the buyer's last order was paid from; null if it is unknown. The country
 * of a new payment is known only after the consent.
 */
function payingCountryOf(db: Deps["db"], viewer: Viewer): string | null {
  const last = db
    .select({ country: orders.country })
    .from(orders)
    .where(and(hasStatus("paid"), isNotNull(orders.country), isOfSameBuyer(db, viewer)))
    .orderBy(desc(orders.id))
    .get();
  return last?.country ?? null;
}
