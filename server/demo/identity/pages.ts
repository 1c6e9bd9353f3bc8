import { html } from "hono/html";
import { isEmail } from "../../contract/email.ts";
import { field, FORM_SCRIPT, formText } from "../page/forms.ts";
import { page } from "../page/layout.ts";

export type Person = { email: string; name: string; verified: boolean };

const MAX_LENGTH = 200;
const WRONG_ADDRESS = "Enter an email address, such as name@example.com.";

const BANNER = { title: "Demo sign-in page", text: "Nothing you type here leaves this shop." };

/** Reads the posted sign-in form; `error` is set for an invalid email. */
export function readLoginForm(form: FormData): {
  fields: Person;
  cancelled: boolean;
  error: string | undefined;
} {
  const text = (name: string) => formText(form, name, MAX_LENGTH);
  const fields = { email: text("email"), name: text("name"), verified: form.has("verified") };
  return {
    fields,
    cancelled: text("action") === "cancel",
    error: isEmail(fields.email) ? undefined : WRONG_ADDRESS,
  };
}

export type SignInStep = { fields: Person; error?: string };

/** Renders the page on which a visitor types an email and signs in. */
export function signInPage(
  { standsFor, redirectUri }: { standsFor: string; redirectUri: string },
  { fields, error }: SignInStep,
): Promise<Response> {
  const attributes = `type="email" autocomplete="email" required ${error ? "autofocus" : ""}`;
  const body = html`<main class="message">
    <h1>Sign in</h1>
    <p class="note">This page stands in for ${standsFor}; no real account is used.</p>
    <form method="post" class="card" novalidate>
      ${field({ id: "email", label: "Email", value: fields.email, error, attributes })}
      ${field({ id: "name", label: "Name (optional)", value: fields.name, error: undefined, attributes: `autocomplete="name"` })}
      <label class="check">
        <input type="checkbox" name="verified" ${fields.verified ? "checked" : ""} />
        <span>This provider has verified the address</span>
      </label>
      <button class="pay" name="action" value="continue">Continue</button>
      <button class="pay quiet" name="action" value="cancel">Cancel</button>
    </form>
  </main>`;
  const leadsTo = [redirectUri];
  return page({ title: "Sign in – demo", body, leadsTo, banner: BANNER, script: FORM_SCRIPT });
}

/** Renders the error page for requests of an unknown client. */
export function refusalPage(): Promise<Response> {
  const body = html`<main class="message">
    <h1>This sign-in cannot continue</h1>
    <p>The request does not come from this shop.</p>
  </main>`;
  return page({ title: "Sign in – demo", body, status: 400, banner: BANNER });
}
