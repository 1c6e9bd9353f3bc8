import { html } from "hono/html";
import { errorText, field, FORM_SCRIPT, invalidAttributes } from "../page/forms.ts";
import { inGroups, TEST_CARDS } from "./cards.ts";
import type { LineItem, PaymentMethod, Session } from "./objects.ts";
import { lineList, money, pageShell } from "./pages.ts";
import {
  asksForCard,
  asksForCode,
  asksForPromotions,
  CONFIRM,
  COUNTRY_NAMES,
  type InputName,
  INPUTS,
  knownEmail,
  type PayErrors,
  type PayFields,
  requiresTerms,
  TAKE_SUGGESTION,
} from "./pay-form.ts";

export type PayPage = {
  session: Session;
  lines: LineItem[];
  fields: PayFields;
  errors?: PayErrors;
  declined?: string;
  /** Whether the buyer has just chosen a test card; the pay button then gets the focus. */
  filled?: boolean;
  /** Why the total differs from the total that the buyer wanted to pay. */
  changed?: string;
  /** Suggested correction of a likely typo in the email; the buyer confirms it before paying. */
  suggestion?: string;
  /** Card of an earlier payment; it pays if no other card is entered. */
  savedCard?: PaymentMethod | undefined;
  /** Whether the bank asks the buyer to confirm this payment. */
  confirms?: boolean;
  /** Defaults to 200. */
  status?: 422;
};

/** State of the pay page that does not depend on its session. */
export type PayStep = Omit<PayPage, "session" | "lines" | "savedCard" | "status">;

/** Renders the page where a buyer pays an open session. */
export function payPage(content: PayPage) {
  const { session, errors = {}, declined, changed, filled, suggestion, status = 200 } = content;
  const asks = suggestion !== undefined || content.confirms;
  const wrong = Object.keys(errors).length;
  const alert =
    declined ??
    changed ??
    (wrong > 0 ? `Please check the marked ${wrong === 1 ? "field" : "fields"}.` : "");
  const body = html`<main class="pay-page">
    ${summary(content)}
    <div class="card">
      <h2>Pay by card</h2>
      ${alert && html`<p class="alert" role="alert" tabindex="-1" autofocus>${alert}</p>`}
      <form method="post" novalidate>
        <button class="first" type="submit" name="pay" value="1" tabindex="-1" aria-hidden="true">
          ${payLabel(session)}
        </button>
        <input type="hidden" name="asked" value="${content.fields.asked}" />
        <input type="hidden" name="shown" value="${session.amount_total ?? 0}" />
        ${suggestion && addressQuestion(session, suggestion)}
        ${content.confirms && confirmQuestion()} ${group("Contact", emailInput(content))}
        ${asksForCode(session) && group("Discount", [input(content, "code"), APPLY_BUTTON])}
        ${session.automatic_tax.enabled && group("Billing", [countrySelect(content), taxIdInput(content)])}
        ${asksForCard(session) ? cardFields(content) : html`<p class="note">This order costs nothing, so no card is needed.</p>`}
        ${consentQuestions(content)}
        ${
          !asks &&
          html`<button class="pay" type="submit" name="pay" value="1" ${filled && html`autofocus`}>
            ${payLabel(session)}
          </button>`
        }
      </form>
    </div>
  </main>`;
  return pageShell({
    title: `${titleOf(content)} – demo payment page`,
    body,
    leadsTo: [session.success_url],
    status,
    script: FORM_SCRIPT,
  });
}

function titleOf({ declined, suggestion }: PayPage): string {
  if (declined) return "Payment declined";
  return suggestion ? "Please check your email address" : "Pay";
}

/** Asks whether to use the suggested email. Both buttons pay; the email field stays editable. */
function addressQuestion(session: Session, suggestion: string) {
  const label = payLabel(session);
  const pay = label[0]?.toLowerCase() + label.slice(1);
  const at = suggestion.lastIndexOf("@") + 1;
  return html`<div class="question" role="group" aria-labelledby="question">
    <p class="asked" id="question" tabindex="-1" autofocus>
      Did you mean <strong>${suggestion.slice(0, at)}<wbr />${suggestion.slice(at)}</strong>?
    </p>
    <p class="muted">Your order is sent by email. Nothing has been charged yet.</p>
    <button class="pay" type="submit" name="pay" value="${TAKE_SUGGESTION}">
      Use it and ${pay}
    </button>
    <button class="pay quiet" type="submit" name="pay" value="1">Keep mine and ${pay}</button>
  </div>`;
}

/** Simulates the bank's page that authenticates the buyer. */
function confirmQuestion() {
  return html`<div class="question" role="group" aria-labelledby="question">
    <p class="asked" id="question" tabindex="-1" autofocus>
      Your bank asks you to confirm this payment.
    </p>
    <p class="muted">Nothing has been charged yet.</p>
    <button class="pay" type="submit" name="pay" value="${CONFIRM}">Confirm the payment</button>
    <button class="pay quiet" type="submit" name="refuse" value="1">Don't confirm</button>
  </div>`;
}

/** Returns the label of the pay button: the amount, and whether it starts a subscription. */
function payLabel(session: Session): string {
  if (!asksForCard(session)) return "Complete order";
  const amount = money(session.amount_total, session.currency);
  return session.mode === "subscription" ? `Pay ${amount} and subscribe` : `Pay ${amount}`;
}

function summary({ session, lines }: PayPage) {
  return html`<section class="summary" aria-labelledby="summary">
    ${session.cancel_url && html`<p class="back"><a href="${session.cancel_url}">← Cancel and go back</a></p>`}
    <h1 id="summary">Your order</h1>
    <p class="total">${money(session.amount_total, session.currency)}</p>
    ${lineList({ session, lines }, "Total due today")}
    ${session.mode === "subscription" && html`<p class="muted">Lines with a period renew by themselves until you cancel.</p>`}
  </section>`;
}

type Markup = ReturnType<typeof html>;

function group(legend: string, controls: Markup[] | Markup) {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${controls}
  </fieldset>`;
}

type InputOptions = { hint?: string; value?: string; attributes?: string };

/** Renders a typed field. */
function input(
  { fields, errors = {} }: PayPage,
  id: InputName,
  { hint, value = fields[id], attributes = "" }: InputOptions = {},
) {
  const { label, attributes: usual } = INPUTS[id];
  return field({ id, label, value, error: errors[id], attributes: `${usual} ${attributes}`, hint });
}

function emailInput(content: PayPage) {
  const value = knownEmail(content.session);
  if (value === null) return input(content, "email", { attributes: "required" });
  const hint = "Taken from the store. To change it, go back.";
  return input(content, "email", { value, hint, attributes: "readonly" });
}

const APPLY_BUTTON = html`<button class="pay quiet" type="submit" name="apply" value="1">
  Apply
</button>`;

function taxIdInput(content: PayPage) {
  return input(content, "taxId", { hint: "Leave it empty if you buy for yourself." });
}

function countrySelect({ fields, errors = {} }: PayPage) {
  return html`<div class="field">
    <label for="country">Country</label>
    <select
      id="country"
      name="country"
      autocomplete="country"
      required
      ${invalidAttributes("country", errors.country)}
    >
      <option value="">Choose a country</option>
      ${Object.entries(COUNTRY_NAMES).map(
        ([code, name]) =>
          html`<option value="${code}" ${code === fields.country && html`selected`}>
            ${name}
          </option>`,
      )}
    </select>
    ${errorText("country", errors.country)}
  </div>`;
}

function cardFields(content: PayPage) {
  const chosen = inGroups(content.fields.card);
  const cards = TEST_CARDS.map(
    ({ number, label }) =>
      html`<li>
        <button
          type="submit"
          name="fill"
          value="${number}"
          aria-pressed="${chosen === inGroups(number) ? "true" : "false"}"
        >
          <span>${label}</span> <code>${inGroups(number)}</code>
        </button>
      </li>`,
  );
  const typed = html`<fieldset>
      <legend>Test cards</legend>
      <p class="muted">Choose one and the card fields are filled in for you.</p>
      <ul class="tests">
        ${cards}
      </ul>
    </fieldset>
    <fieldset>
      <legend>Card</legend>
      ${input(content, "card")}
      <div class="pair">${input(content, "expiry")} ${input(content, "cvc")}</div>
      ${input(content, "name")}
    </fieldset>`;
  return content.savedCard ? savedCardFields(content, typed) : typed;
}

/** Shows the saved card, which pays without typing, and the fields of another card. */
function savedCardFields({ session, savedCard, fields, errors = {} }: PayPage, typed: Markup) {
  const isOpen = fields.card !== "" || Object.keys(errors).length > 0;
  const canRemove = session.saved_payment_method_options?.payment_method_remove === "enabled";
  return html`<fieldset>
      <legend>Saved card</legend>
      <p>Pay with •••• ${savedCard?.card?.last4}</p>
      ${canRemove && html`<button class="pay quiet" type="submit" name="remove" value="1">Remove this card</button>`}
    </fieldset>
    <details ${isOpen && html`open`}>
      <summary>Use another card</summary>
      ${typed}
    </details>`;
}

function consentQuestions({ session, fields, errors = {} }: PayPage) {
  const { submit, terms_of_service_acceptance: terms } = session.custom_text;
  return html`${
    requiresTerms(session) &&
    html`<div class="field">
      <label class="check">
        <input
          type="checkbox"
          name="terms"
          value="1"
          ${fields.terms && html`checked`}
          ${invalidAttributes("terms", errors.terms)}
          required
        />
        <span>${linked(terms?.message ?? "I agree to the terms.")}</span>
      </label>
      ${errorText("terms", errors.terms)}
    </div>`
  }
  ${
    asksForPromotions(session) &&
    html`<label class="check">
      <input type="checkbox" name="promotions" value="1" ${fields.promotions && html`checked`} />
      <span>Send me news, offers and a reminder if I do not finish.</span>
    </label>`
  }
  ${submit && html`<p class="muted">${linked(submit.message)}</p>`}`;
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
