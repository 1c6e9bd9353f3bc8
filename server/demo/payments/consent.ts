import { html } from "hono/html";
import { isEmail } from "../../contract/email.ts";
import { invalid, type Params, paramsAt, textAt } from "./requests.ts";
import { need, newId, patch } from "./store.ts";
import type { Context, Session } from "./types.ts";
import type { PayErrors, PayFields } from "./pay-form.ts";

const LONGEST_TEXT = 1200;
const RECOVERY_SECONDS = 30 * 86_400;

type ConsentFields = Pick<
  Session,
  "after_expiration" | "consent" | "consent_collection" | "custom_text" | "recovered_from"
>;

/** Fields of a new session about consent, texts and recovery. */
export function newConsent(params: Params): ConsentFields {
  const collection = paramsAt(params, "consent_collection");
  const terms = textAt(collection, "terms_of_service") === "required" ? "required" : null;
  const promotions = textAt(collection, "promotions") === "auto" ? "auto" : null;
  const recovery = paramsAt(paramsAt(params, "after_expiration"), "recovery");
  const isRecoverable = textAt(recovery, "enabled") === "true";
  const texts = paramsAt(params, "custom_text");
  return {
    after_expiration: isRecoverable
      ? {
          recovery: {
            allow_promotion_codes: textAt(recovery, "allow_promotion_codes") === "true",
            enabled: true,
            expires_at: null,
            url: null,
          },
        }
      : null,
    consent: terms || promotions ? { promotions: null, terms_of_service: null } : null,
    consent_collection:
      terms || promotions
        ? { payment_method_reuse_agreement: null, promotions, terms_of_service: terms }
        : null,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: textOf(texts, "submit"),
      terms_of_service_acceptance: textOf(texts, "terms_of_service_acceptance"),
    },
    recovered_from: null,
  };
}

function textOf(texts: Params, name: string): { message: string } | null {
  const message = textAt(paramsAt(texts, name), "message");
  if (message === undefined) return null;
  if (message.length <= LONGEST_TEXT) return { message };
  const param = `custom_text[${name}][message]`;
  throw invalid(`Invalid string: must be at most ${LONGEST_TEXT} characters`, { param });
}

/** Returns the consent of a buyer who pays; the page requires the terms. */
export function givenConsent(session: Session, promotions: boolean): Session["consent"] {
  const { consent_collection: collection } = session;
  if (!collection) return null;
  return {
    promotions: collection.promotions === "auto" ? (promotions ? "opt_in" : "opt_out") : null,
    terms_of_service: collection.terms_of_service === "required" ? "accepted" : null,
  };
}

/** Stores the address of a buyer who agreed to reminders, in case the session expires. */
export function noteConsent({ store }: Context, session: Session, fields: PayFields): void {
  if (!asksForPromotions(session)) return;
  const email = session.customer_email ?? fields.email;
  if (!isEmail(email)) return;
  const details = { address: null, name: null, tax_ids: null, ...session.customer_details, email };
  const promotions = fields.promotions ? "opt_in" : "opt_out";
  patch(store, "checkout.session", {
    id: session.id,
    fields: {
      consent: { terms_of_service: null, promotions },
      customer_details: details,
    },
  });
}

/** Returns the recovery link of a session that is expiring. */
export function recoveryOf(
  { siteUrl, now }: Context,
  session: Session,
): Session["after_expiration"] {
  const recovery = session.after_expiration?.recovery;
  if (!recovery?.enabled) return session.after_expiration;
  const expires_at = now() + RECOVERY_SECONDS;
  return { recovery: { ...recovery, expires_at, url: `${siteUrl}/demo/recover/${session.id}` } };
}

/** Opens a copy of an expired session; undefined if the session cannot be recovered. */
export function recoverSession(context: Context, id: string): Session | undefined {
  const { store, siteUrl, now } = context;
  const expired = store.find("checkout.session", id);
  const recovery = expired?.after_expiration?.recovery;
  if (expired?.status !== "expired" || !recovery?.url) return undefined;
  if ((recovery.expires_at ?? 0) <= now()) return undefined;
  const copy: Session = {
    ...expired,
    id: newId("cs_test"),
    allow_promotion_codes: recovery.allow_promotion_codes || null,
    consent: expired.consent && { promotions: null, terms_of_service: null },
    after_expiration: { recovery: { ...recovery, expires_at: null, url: null } },
    created: now(),
    expires_at: now() + expired.expires_at - expired.created,
    recovered_from: id,
    status: "open",
  };
  const opened = { ...copy, url: `${siteUrl}/demo/pay/${copy.id}` };
  store.put("checkout.session", opened);
  store.put("session_plan", { ...need(store, "session_plan", id), id: opened.id });
  return opened;
}

export function requiresTerms({ consent_collection: collection }: Session): boolean {
  return collection?.terms_of_service === "required";
}

function asksForPromotions({ consent_collection: collection }: Session): boolean {
  return collection?.promotions === "auto";
}

/** The consent questions of the pay page. */
export function consentQuestions(session: Session, fields: PayFields, errors: PayErrors) {
  const { custom_text: texts } = session;
  return html`${
    requiresTerms(session) &&
    html`<div class="field">
      <label class="check">
        <input
          type="checkbox"
          name="terms"
          value="1"
          ${fields.terms && html`checked`}
          ${errors.terms && html`aria-invalid="true" aria-describedby="terms-error"`}
          required
        />
        <span
          >${linked(texts.terms_of_service_acceptance?.message ?? "I agree to the terms.")}</span
        >
      </label>
      ${errors.terms && html`<p class="wrong" id="terms-error">${errors.terms}</p>`}
    </div>`
  }
  ${
    asksForPromotions(session) &&
    html`<label class="check">
      <input type="checkbox" name="promotions" value="1" ${fields.promotions && html`checked`} />
      <span>Send me news, offers and a reminder if I do not finish.</span>
    </label>`
  }
  ${texts.submit && html`<p class="muted">${linked(texts.submit.message)}</p>`}`;
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Renders Markdown links, as the provider does. */
function linked(text: string) {
  const parts = text.split(LINK);
  return parts.flatMap((part, at) => {
    if (at % 3 === 0) return part;
    return at % 3 === 1 ? html`<a href="${parts[at + 1]}" target="_blank">${part}</a>` : [];
  });
}
