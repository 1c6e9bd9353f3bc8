import { html } from "hono/html";
import { FORM_SCRIPT } from "../page/forms.ts";
import { amountRows } from "./amount-rows.ts";
import { billingFields } from "./billing-fields.ts";
import { inGroups, TEST_CARDS } from "./cards.ts";
import { consentQuestions } from "./consent.ts";
import { field } from "./pay-field.ts";
import type { LineItem, Session } from "./types.ts";
import {
  asksForCard,
  asksForCode,
  type PayErrors,
  type PayFields,
  TAKE_SUGGESTION,
} from "./pay-form.ts";
import { money, pageShell, priceInterval } from "./page-shell.ts";

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
  /** Defaults to 200. */
  status?: 422;
};

/** State of the pay page that does not depend on its session. */
export type PayStep = Omit<PayPage, "session" | "lines" | "status">;

/** Renders the page where a buyer pays an open session. */
export function payPage(content: PayPage) {
  const { session, lines, fields, errors = {}, declined, changed, filled, suggestion } = content;
  const wrong = Object.keys(errors).length;
  const alert =
    declined ??
    changed ??
    (wrong > 0 ? `Please check the marked ${wrong === 1 ? "field" : "fields"}.` : "");
  const body = html`<main class="pay-page">
    ${summary(session, lines)}
    <div class="card">
      <h2>Pay by card</h2>
      ${alert && html`<p class="alert" role="alert" tabindex="-1" autofocus>${alert}</p>`}
      <form method="post" novalidate>
        <button class="first" type="submit" name="pay" value="1" tabindex="-1" aria-hidden="true">
          ${payLabel(session)}
        </button>
        <input type="hidden" name="asked" value="${fields.asked}" />
        <input type="hidden" name="shown" value="${session.amount_total ?? 0}" />
        ${suggestion && addressQuestion(session, suggestion)}
        ${contactFields(session, fields, errors)}
        ${asksForCode(session) && codeFields(fields, errors)}
        ${session.automatic_tax.enabled && billingFields(fields, errors)}
        ${asksForCard(session) ? cardFields(fields, errors) : html`<p class="note">This order costs nothing, so no card is needed.</p>`}
        ${consentQuestions(session, fields, errors)}
        ${
          !suggestion &&
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
    ...(content.status && { status: content.status }),
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
  return html`<div class="question" role="group" aria-labelledby="question">
    <p class="asked" id="question" tabindex="-1" autofocus>
      Did you mean <strong>${breakable(suggestion)}</strong>?
    </p>
    <p class="muted">Your order is sent by email. Nothing has been charged yet.</p>
    <button class="pay" type="submit" name="pay" value="${TAKE_SUGGESTION}">
      Use it and ${pay}
    </button>
    <button class="pay quiet" type="submit" name="pay" value="1">Keep mine and ${pay}</button>
  </div>`;
}

/** Allows a line break after the @ of an email. */
function breakable(address: string) {
  const at = address.lastIndexOf("@") + 1;
  return html`${address.slice(0, at)}<wbr />${address.slice(at)}`;
}

/** Returns the label of the pay button: the amount, and whether it starts a subscription. */
function payLabel(session: Session): string {
  if (!asksForCard(session)) return "Complete order";
  const amount = money(session.amount_total ?? 0, session.currency ?? "usd");
  return session.mode === "subscription" ? `Pay ${amount} and subscribe` : `Pay ${amount}`;
}

function summary(session: Session, lines: LineItem[]) {
  const currency = session.currency ?? "usd";
  const total = money(session.amount_total ?? 0, currency);
  return html`<section class="summary" aria-labelledby="summary">
    ${session.cancel_url && html`<p class="back"><a href="${session.cancel_url}">← Cancel and go back</a></p>`}
    <h1 id="summary">Your order</h1>
    <p class="total">${total}</p>
    <ul class="lines">
      ${lines.map(
        (line) =>
          html`<li>
            <div>
              <strong>${line.description}</strong>
            </div>
            <span class="amount">${lineAmount(line)}</span>
          </li>`,
      )}
    </ul>
    ${amountRows(session, lines)}
    <p class="due"><span>Total due today</span><span class="amount">${total}</span></p>
    ${session.mode === "subscription" && html`<p class="muted">Lines with a period renew by themselves until you cancel.</p>`}
  </section>`;
}

function lineAmount(line: LineItem): string {
  return money(line.amount_subtotal, line.currency) + priceInterval(line.price);
}

function contactFields(session: Session, fields: PayFields, errors: PayErrors) {
  const given = session.customer_email;
  return html`<fieldset>
    <legend>Contact</legend>
    ${field({
      id: "email",
      label: "Email",
      value: given ?? fields.email,
      error: errors.email,
      attributes: html`type="email" autocomplete="email" ${given ? html`readonly` : html`required`}`,
      hint: given ? "Taken from the store. To change it, go back." : undefined,
    })}
  </fieldset>`;
}

function codeFields(fields: PayFields, errors: PayErrors) {
  return html`<fieldset>
    <legend>Discount</legend>
    ${field({
      id: "code",
      label: "Discount code",
      value: fields.code,
      error: errors.code,
      attributes: html`autocomplete="off" autocapitalize="characters" maxlength="100"`,
    })}
    <button class="pay quiet" type="submit" name="apply" value="1">Apply</button>
  </fieldset>`;
}

function cardFields(fields: PayFields, errors: PayErrors) {
  return html`<fieldset>
      <legend>Test cards</legend>
      <p class="muted">Choose one and the card fields are filled in for you.</p>
      <ul class="tests">
        ${TEST_CARDS.map(
          (card) =>
            html`<li>
              <button
                type="submit"
                name="fill"
                value="${card.number}"
                aria-pressed="${inGroups(fields.card) === inGroups(card.number) ? "true" : "false"}"
              >
                <span>${card.label}</span> <code>${inGroups(card.number)}</code>
              </button>
            </li>`,
        )}
      </ul>
    </fieldset>
    <fieldset>
      <legend>Card</legend>
      ${field({
        id: "card",
        label: "Card number",
        value: fields.card,
        error: errors.card,
        attributes: html`inputmode="numeric" autocomplete="cc-number" maxlength="30" required`,
      })}
      <div class="pair">
        ${field({
          id: "expiry",
          label: "Expiry (MM/YY)",
          value: fields.expiry,
          error: errors.expiry,
          attributes: html`inputmode="numeric" autocomplete="cc-exp" maxlength="9" required`,
        })}
        ${field({
          id: "cvc",
          label: "Security code",
          value: fields.cvc,
          error: errors.cvc,
          attributes: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" required`,
        })}
      </div>
      ${field({
        id: "name",
        label: "Name on card",
        value: fields.name,
        error: errors.name,
        attributes: html`autocomplete="cc-name" maxlength="200" required`,
      })}
    </fieldset>`;
}
