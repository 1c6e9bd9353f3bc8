import { describe, expect, test } from "vitest";
import { type LoginStart, NEW_LOGIN } from "../../server/contract/login.ts";
import { aUser } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const signedIn = { findUser: async () => aUser() };
const login = (start: Partial<LoginStart> = {}, url = "/login", changes = {}) =>
  renderPage(url, { openLogin: async () => ({ ...NEW_LOGIN, ...start }) }, changes);

/** The opening tag of the button with this name. */
function buttonNamed(html: string, name: string): string {
  return new RegExp(`<button[^>]*>(?=${name}</button>)`).exec(html)?.[0] ?? "";
}

/** The tag of the field with this name. */
function fieldNamed(html: string, name: string): string {
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
}

/** The words that a field is described by. */
function describedBy(html: string, field: string): string {
  const ids = /aria-describedby="([^"]*)"/.exec(field)?.[1]?.split(" ") ?? [];
  return ids.map((id) => html.split(`id="${id}"`)[1]?.split("</p>")[0] ?? "").join(" ");
}

describe("who may see which page", () => {
  test("the account sends a visitor to the sign-in page, for this time only", async () => {
    expect(await renderPage("/account?billing=failed")).toMatchObject({
      status: 302,
      personal: true,
      html: "",
      location: "/login?returnUrl=%2Faccount",
    });
  });

  test.each([
    ["/login?returnUrl=%2Faccount", "/account"],
    ["/login?redirect=%2Fcontact", "/contact"],
    ["/login", "/"],
    ["/login?returnUrl=%2F%2Fevil.example", "/"],
    ["/login?returnUrl=%2Flogin", "/"],
    ["/login?returnUrl=%2Fcontact&returnUrl=%2Faccount", "/account"],
  ])("%s leads a signed-in visitor to %s", async (url, location) => {
    expect(await renderPage(url, signedIn)).toMatchObject({ status: 302, location });
  });

  test.each(["/login", "/account", "/orders/find", "/auth/callback?code=c"])(
    "%s is kept by no cache and in no index",
    async (url) => {
      const source = url === "/account" ? signedIn : {};
      const page = await renderPage(url, source);
      expect(page).toMatchObject({ status: 200, personal: true, indexable: false });
      expect(page.html.match(/<h1/g)).toHaveLength(1);
      expect(page.html.match(/<main/g)).toHaveLength(1);
    },
  );

  test("public pages may be kept", async () => {
    for (const url of ["/", "/contact"]) {
      expect(await renderPage(url)).toMatchObject({ personal: false });
    }
  });
});

describe("the sign-in page", () => {
  test("has every label of its first step", async () => {
    const { html, words } = await login({}, "/login?returnUrl=%2Faccount", {
      login: { id: "google", name: "Google" },
    });
    expectWords(words, [
      "Sign in to access your curriculum and learning materials",
      "Continue with Google",
    ]);
    expect(html).toMatch(
      /<input[^>]*type="email"[^>]*required=""|<input[^>]*required=""[^>]*type="email"/,
    );
    expect(html).toMatch(/<a[^>]*href="\/terms"[^>]*>Terms of Service<\/a>/);
    expect(html).toMatch(/<a[^>]*href="\/privacy"[^>]*>Privacy Policy<\/a>/);
    expect(html).toMatch(/<a[^>]*href="\/orders\/find"/);
    expect(html).toMatch(/<form[^>]*action="\/login\?returnUrl=%2Faccount" method="post"/);
  });

  test("has no button of a login that is not set up", async () => {
    expect((await login()).words).not.toContain("Continue with");
  });

  test("has every label of its second step", async () => {
    const { html, words } = await login({ step: "code", email: "anna@example.com" });
    expectWords(
      words,
      ["Enter the 6-digit code sent to anna@example.com", "Back to email entry"],
      ["Continue with"],
    );
    expectWords(fieldNamed(html, "otp"), [
      'placeholder="000000"',
      'maxLength="6"',
      'autoComplete="one-time-code"',
      'inputMode="numeric"',
    ]);
  });

  test("asks beside the code whether another address was meant, with the way there", async () => {
    const slip = { step: "code", email: "anna@gmial.com" } as const;
    const { html, words } = await login(slip, "/login?returnUrl=%2Faccount");
    expect(words).toContain("Did you mean anna@gmail.com?");
    const button = buttonNamed(html, "Yes, use this address");
    expect(button).not.toContain("needs-script");
    const form = /form="([^"]+)"/.exec(button)?.[1];
    expect(form).toBeDefined();
    const [, attributes, fields] =
      new RegExp(`<form id="${form}"([^>]*)>(.*?)</form>`, "s").exec(html) ?? [];
    expect(attributes).toContain('action="/login?returnUrl=%2Faccount" method="post"');
    expect(fields).toContain('name="email" value="anna@gmail.com"');
    expect(describedBy(html, fieldNamed(html, "otp"))).toContain("Did you mean");
  });

  test("asks nothing about a sound address", async () => {
    const { words } = await login({ step: "code", email: "anna@gmail.com" });
    expectWords(words, [], ["Did you mean", "Yes, use this address"]);
  });

  test.each([
    ["email", "Please enter your email address", ""],
    ["email", "Please enter a valid email address.", "anna@"],
    ["code", "Please enter the verification code", "anna@example.com"],
    ["code", "Invalid verification code. Please try again.", "anna@example.com"],
  ] as const)("ties what is wrong with the %s to its field: %s", async (step, error, email) => {
    const { html } = await login({ step, email, error, field: step });
    const field = fieldNamed(html, step === "email" ? "email" : "otp");
    expectWords(field, ['aria-invalid="true"', "border-danger"]);
    expect(describedBy(html, field)).toContain(error);
  });

  test("marks no field for what is wrong elsewhere", async () => {
    for (const step of ["email", "code"] as const) {
      const error = "Failed to send verification code. Please try again.";
      const { html } = await login({ step, email: "anna@example.com", error });
      expect(html).toContain(error);
      expect(html).not.toContain("aria-invalid");
    }
  });

  test("shows what went wrong, and escapes it", async () => {
    const { html } = await login({ step: "code", email: "<b>@x.co", error: "No <b>luck</b>." });
    expectWords(html, ["No &lt;b&gt;luck&lt;/b&gt;."], ["<b>"]);
  });

  test.each(["//evil.example", "javascript:alert(1)", "https://evil.example", "/\\evil.example"])(
    "keeps nothing of the hostile address %j",
    async (address) => {
      const { html } = await login({}, `/login?returnUrl=${encodeURIComponent(address)}`);
      expect(html.replace(/<script.*?<\/script>/gs, "")).not.toContain("evil");
      expect(html).toMatch(/<form[^>]*action="\/login"/);
    },
  );

  test("says where the demo's mails are, in the demo alone", async () => {
    const start: Partial<LoginStart> = { step: "code", email: "a@b.co" };
    expect((await login(start)).words).not.toContain("demo mailbox");
    expect((await login(start, "/login", { mode: "demo" })).words).toContain("demo mailbox");
  });
});

test("the way to orders asks about a mistyped address as well, by its own form", async () => {
  const { html } = await login({ step: "code", email: "a@gmial.com" }, "/orders/find");
  const form = /form="([^"]+)"/.exec(buttonNamed(html, "Yes, use this address"))?.[1];
  expect(html).toContain(`<form id="${form}" action="/orders/find" method="post">`);
  expect(html).toContain('name="email" value="a@gmail.com"');
});

test("the way to orders does not tell whether there are some", async () => {
  const { html, words } = await login({ step: "code", email: "a@b.co" }, "/orders/find");
  expect(words).toContain("If there are orders for a@b.co, a 6-digit code is on its way.");
  expect(html).toMatch(/<form[^>]*action="\/orders\/find" method="post"/);
});

describe("the page that the external login comes back to", () => {
  test("says what it does while it passes the result on", async () => {
    const { words } = await renderPage("/auth/callback?code=c&state=s");
    expectWords(words, ["Logging in", "Please wait, we are verifying your identity..."]);
  });

  test("keeps the code out of everything but the address", async () => {
    const { html } = await renderPage("/auth/callback?code=secret-code&state=secret-state");
    expect(html).not.toContain("secret");
  });

  test("leads back to the sign-in page when it has nothing to pass on", async () => {
    const { html, words } = await renderPage("/auth/callback");
    expect(words).toContain("No OAuth code or error found in URL parameters.");
    expect(html).toMatch(/<a[^>]*href="\/login\?returnUrl=%2Faccount"/);
  });
});
