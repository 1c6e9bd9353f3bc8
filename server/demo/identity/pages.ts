import { html } from "hono/html";
import { FORM_SCRIPT } from "../page/form-script.ts";
import { page } from "../page/layout.ts";

/** Who signs in, as they say themselves. */
export type Person = { email: string; name: string; verified: boolean };

const MAX_LENGTH = 200;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const WRONG_ADDRESS = "Enter an email address, such as name@example.com.";

const BANNER = { title: "Demo sign-in page", text: "Nothing you type here leaves this shop." };

/** The fields of the posted sign-in form, and what is wrong with them. */
export function readLoginForm(form: FormData): {
  fields: Person;
  cancelled: boolean;
  error: string | undefined;
} {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, MAX_LENGTH) : "";
  };
  const fields = { email: text("email"), name: text("name"), verified: form.has("verified") };
  return {
    fields,
    cancelled: text("action") === "cancel",
    error: ADDRESS.test(fields.email) ? undefined : WRONG_ADDRESS,
  };
}

/** What the sign-in page shows: the fields, and what is wrong with them. */
export type SignInStep = { fields: Person; error?: string };

/** The page on which a visitor says who they are. */
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
        <label for="name">Name (may stay empty)</label>
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

/** A request that names no known shop, so that there is no way back. */
export function refusalPage(reason: string): Promise<Response> {
  const body = html`<main class="message">
    <h1>This sign-in cannot go on</h1>
    <p>${reason}</p>
  </main>`;
  return page({ title: "Sign in – demo", body, status: 400, banner: BANNER });
}
