import type { Context } from "hono";
import { html, raw } from "hono/html";
import { memo } from "../../process/memo.ts";

const MOST_STEPS = 1000;

/** Query parameter with the id of a form result stored by `createSteps`. */
export const STEP_PARAM = "step";

/** Removes a field's error when the field is edited, and the summary with the last error. */
export const FORM_SCRIPT = `
addEventListener("input", ({ target }) => {
  if (!target.hasAttribute("aria-invalid")) return;
  target.removeAttribute("aria-invalid");
  document.getElementById(target.id + "-error")?.remove();
  if (!document.querySelector("[aria-invalid]")) document.querySelector(".alert")?.remove();
});
`;

/** Parses the form of a request; undefined when its body is not a form. */
export function findForm(c: Context): Promise<FormData | undefined> {
  return c.req.formData().catch(() => undefined);
}

/** Returns a text field, trimmed and truncated to `maxLength`; empty when missing. */
export function formText(form: FormData, name: string, maxLength: number): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().slice(0, maxLength) : "";
}

/**
 * Stores results of posted forms for the page after the redirect (Post/Redirect/Get). Kept in
 * memory and limited to the newest thousand, because forms contain personal data.
 */
export function createSteps<Step>() {
  const steps = memo<Step>({ most: MOST_STEPS });
  return {
    add(step: Step): string {
      const key = crypto.randomUUID();
      steps.set(key, step);
      return key;
    },
    find: (key: string | undefined): Step | undefined => steps.find(key ?? "")?.value,
    remove: steps.forget,
  };
}

type Field = {
  id: string;
  label: string;
  value: string;
  error: string | undefined;
  /** HTML, not escaped. */
  attributes: string;
  hint?: string | undefined;
};

/** Renders a labelled input with its hint and its error. */
export function field({ id, label, value, error, attributes, hint }: Field) {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      value="${value}"
      ${raw(attributes)}
      ${invalidAttributes(id, error, hint)}
    />
    ${hint && html`<p class="muted" id="${id}-hint">${hint}</p>`} ${errorText(id, error)}
  </div>`;
}

/** Returns the attributes that connect a control with its error and its hint. */
export function invalidAttributes(id: string, error: string | undefined, hint?: string) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return html`${error && html`aria-invalid="true"`}
  ${described && html`aria-describedby="${described}"`}`;
}

export function errorText(id: string, error: string | undefined) {
  return error && html`<p class="wrong" id="${id}-error">${error}</p>`;
}
