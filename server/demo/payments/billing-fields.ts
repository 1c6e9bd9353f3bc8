import { html } from "hono/html";
import { TAXED_COUNTRIES } from "./amounts.ts";
import type { PayErrors, PayFields } from "./pay-form.ts";
import { field, invalidAttributes, wrongText } from "./pay-field.ts";

/** Countries where the simulated seller is not registered, so that no tax is due. */
const UNTAXED_COUNTRIES = ["AU", "CA", "JP", "NO", "US"];
const COUNTRIES = [...TAXED_COUNTRIES, ...UNTAXED_COUNTRIES];

const NAMES = new Intl.DisplayNames("en", { type: "region" });

export function isCountry(code: string): boolean {
  return COUNTRIES.includes(code);
}

/** Returns the English name of a country. */
export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}

/** Renders the billing country and the VAT number. */
export function billingFields(fields: PayFields, errors: PayErrors) {
  const options = COUNTRIES.map((code) => [code, countryName(code)] as const).toSorted((a, b) =>
    a[1].localeCompare(b[1]),
  );
  return html`<fieldset>
    <legend>Billing</legend>
    <div class="field">
      <label for="country">Country</label>
      <select
        id="country"
        name="country"
        autocomplete="country"
        required
        ${invalidAttributes("country", errors.country)}
      >
        <option value="">Choose a country</option>
        ${options.map(
          ([code, name]) =>
            html`<option value="${code}" ${code === fields.country && html`selected`}>
              ${name}
            </option>`,
        )}
      </select>
      ${wrongText("country", errors.country)}
    </div>
    ${field({
      id: "taxId",
      label: "VAT number (businesses only)",
      value: fields.taxId,
      error: errors.taxId,
      attributes: html`autocomplete="off" maxlength="20"`,
      hint: "Leave it empty if you buy for yourself.",
    })}
  </fieldset>`;
}
