import { html } from "hono/html";
import { isEmail } from "../../contract/email.ts";
import { FORM_SCRIPT, textOf } from "../page/forms.ts";
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
  const text = (name: string) => textOf(form, name, MAX_LENGTH);
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
  const body = html`<main class="message">
    <h1>Sign in</h1>
    <p class="note">This page stands in for ${standsFor}; no real account is used.</p>
    <form method="post" class="card" novalidate>
      <div class="field">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          required
          value="${fields.email}"
          ${error ? html`aria-invalid="true" aria-describedby="email-error" autofocus` : ""}
        />
        ${error ? html`<p class="wrong" id="email-error">${error}</p>` : ""}
      </div>
      <div class="field">
        <label for="name">Name (optional)</label>
        <input id="name" name="name" autocomplete="name" value="${fields.name}" />
      </div>
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
