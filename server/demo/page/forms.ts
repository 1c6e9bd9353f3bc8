import type { Context } from "hono";

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
export function textOf(form: FormData, name: string, maxLength: number): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().slice(0, maxLength) : "";
}

/**
 * Stores results of posted forms for the page after the redirect (Post/Redirect/Get). Kept in
 * memory and limited to the newest thousand, because forms contain personal data.
 */
export function createSteps<Step>() {
  const steps = new Map<string, Step>();
  return {
    add(step: Step): string {
      const key = crypto.randomUUID();
      steps.set(key, step);
      const [oldest] = steps.keys();
      if (steps.size > MOST_STEPS && oldest !== undefined) steps.delete(oldest);
      return key;
    },
    find: (key: string | undefined): Step | undefined => steps.get(key ?? ""),
    remove: (key: string): void => void steps.delete(key),
  };
}
