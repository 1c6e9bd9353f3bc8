import { html } from "hono/html";

type Field = {
  id: string;
  label: string;
  value: string;
  error: string | undefined;
  attributes: ReturnType<typeof html>;
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
      ${attributes}
      ${invalidAttributes(id, error, hint)}
    />
    ${hint && html`<p class="muted" id="${id}-hint">${hint}</p>`} ${wrongText(id, error)}
  </div>`;
}

/** Returns the attributes that connect a control with its error and its hint. */
export function invalidAttributes(id: string, error: string | undefined, hint?: string) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return html`${error && html`aria-invalid="true"`}
  ${described && html`aria-describedby="${described}"`}`;
}

export function wrongText(id: string, error: string | undefined) {
  return error && html`<p class="wrong" id="${id}-error">${error}</p>`;
}
