import { expect, test } from "vitest";
import { type LoginStart, NEW_LOGIN } from "../../server/contract/sign-in.ts";
import { expectWords, renderPage } from "./render-page.ts";

const login = (given: Partial<LoginStart> = {}, url = "/login", changes = {}) => {
  const start = { ...NEW_LOGIN, ...given };
  const data = { "/login": { start, adminEmail: undefined }, "/orders/find": start };
  return renderPage(url, data, changes);
};

/** Returns the opening tag of the button with this name. */
function buttonNamed(html: string, name: string): string {
  return new RegExp(`<button[^>]*>(?=${name}</button>)`).exec(html)?.[0] ?? "";
}

/** Returns the tag of the field with this name. */
function fieldNamed(html: string, name: string): string {
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
}

/** Returns the text that a field's `aria-describedby` refers to. */
function describedBy(html: string, field: string): string {
  const ids = /aria-describedby="([^"]*)"/.exec(field)?.[1]?.split(" ") ?? [];
  return ids.map((id) => html.split(`id="${id}"`)[1]?.split("</p>")[0] ?? "").join(" ");
}

test.each([
  ["/login", true],
  ["/account", true],
  ["/orders/find", true],
  ["/auth/callback?code=c", true],
  ["/", false],
  ["/contact", false],
])("%s is personal, so neither cached nor indexed: %s", async (url, personal) => {
  const page = await renderPage(url);
  expect(page).toMatchObject({ status: 200, personal, indexable: !personal });
  expect(page.html.match(/<h1/g)).toHaveLength(1);
  expect(page.html.match(/<main/g)).toHaveLength(1);
});

test("a session that needs a passkey check shows the passkey step", async () => {
  const waiting = { "/login": { start: NEW_LOGIN, adminEmail: "jordan@example.com" } };
  const { words } = await renderPage("/login?returnUrl=%2Fadmin", waiting);
  expectWords(words, ["Use your passkey", "Go to your purchases"], ["Send code"]);
  // A sign-in link can replace the passkey, so its page still opens.
  const link = await renderPage(`/login?email=anna%40gmail.com&otp=${"k".repeat(43)}`, waiting);
  expectWords(link.words, ["Sign in as anna@gmail.com"], ["Use your passkey"]);
});

test.each([
  ["/admin", true],
  ["/admin/orders/7", true],
  ["/account", false],
  ["/administrator", false],
])("passkeys are offered on the way to %s: %s", async (target, isOffered) => {
  const { words } = await login({}, `/login?returnUrl=${encodeURIComponent(target)}`);
  expect(words.includes("Sign in with a passkey")).toBe(isOffered);
});

test("the first step has its labels, links and form", async () => {
  const changes = { login: { id: "google", name: "Google" } };
  const { html, words } = await login({}, "/login?returnUrl=%2Faccount", changes);
  const lead = "Sign in to access your curriculum and learning materials";
  expectWords(words, [lead, "Continue with Google"], ["passkey"]);
  const email = fieldNamed(html, "email");
  expectWords(email, ['type="email"', 'required=""']);
  expect(html).toMatch(/<a[^>]*href="\/terms"[^>]*>Terms of Service<\/a>/);
  expect(html).toMatch(/<a[^>]*href="\/privacy"[^>]*>Privacy Policy<\/a>/);
  expect(html).toMatch(/<a[^>]*href="\/orders\/find"/);
  expect(html).toMatch(/<form[^>]*action="\/login\?returnUrl=%2Faccount" method="post"/);
  expect((await login()).words).not.toContain("Continue with");
});

test("the second step has its labels and a field for the code", async () => {
  const { html, words } = await login({ step: "code", email: "anna@gmail.com" });
  expectWords(
    words,
    ["Enter the 6-digit code sent to anna@gmail.com", "Back to email entry"],
    ["Continue with", "Did you mean", "Yes, use this address"],
  );
  const attributes = ['placeholder="000000"', 'maxLength="6"', 'inputMode="numeric"'];
  expectWords(fieldNamed(html, "otp"), [...attributes, 'autoComplete="one-time-code"']);
});

test.each(["/login?returnUrl=%2Faccount", "/orders/find"])(
  "the second step of %s asks about a mistyped email, and one click accepts the other",
  async (url) => {
    const { html, words } = await login({ step: "code", email: "anna@gmial.com" }, url);
    expect(words).toContain("Did you mean anna@gmail.com?");
    const button = buttonNamed(html, "Yes, use this address");
    expect(button).not.toContain("needs-script");
    const form = /form="([^"]+)"/.exec(button)?.[1];
    const [, attributes, fields] =
      new RegExp(`<form id="${form}"([^>]*)>(.*?)</form>`, "s").exec(html) ?? [];
    expect(attributes).toContain(`action="${url}" method="post"`);
    expect(fields).toContain('name="email" value="anna@gmail.com"');
    expect(describedBy(html, fieldNamed(html, "otp"))).toContain("Did you mean");
  },
);

test.each([
  ["email", "Please enter your email address", ""],
  ["email", "Please enter a valid email address.", "anna@"],
  ["code", "Please enter the verification code", "anna@example.com"],
  ["code", "Invalid verification code. Please try again.", "anna@example.com"],
] as const)("a problem of the %s is tied to its field: %s", async (step, error, email) => {
  const { html } = await login({ step, email, error, field: step });
  const field = fieldNamed(html, step === "email" ? "email" : "otp");
  expectWords(field, ['aria-invalid="true"', "border-danger"]);
  expect(describedBy(html, field)).toContain(error);
});

test.each(["email", "code"] as const)("another problem of step %s marks no field", async (step) => {
  const { html } = await login({ step, email: "<b>@x.co", error: "No <b>luck</b>." });
  expectWords(html, ["No &lt;b&gt;luck&lt;/b&gt;."], ["<b>", "aria-invalid"]);
});

test.each(["//evil.example", "javascript:alert(1)", "https://evil.example", "/\\evil.example"])(
  "the sign-in page drops the hostile address %j",
  async (address) => {
    const { html } = await login({}, `/login?returnUrl=${encodeURIComponent(address)}`);
    expect(html.replace(/<script.*?<\/script>/gs, "")).not.toContain("evil");
    expect(html).toMatch(/<form[^>]*action="\/login"/);
  },
);

test("only the demo says where its mails are", async () => {
  const start: Partial<LoginStart> = { step: "code", email: "a@b.co" };
  expect((await login(start)).words).not.toContain("demo mailbox");
  expect((await login(start, "/login", { mode: "demo" })).words).toContain("demo mailbox");
});

test("Find my order does not reveal whether there are orders", async () => {
  const { words } = await login({ step: "code", email: "a@b.co" }, "/orders/find");
  expect(words).toContain("If there are orders for a@b.co, a 6-digit code is on its way.");
});

test("the callback page keeps the code in the URL alone, and leads back without one", async () => {
  const page = await renderPage("/auth/callback?code=secret-code&state=secret-state");
  expectWords(page.words, ["Logging in", "Please wait, we are verifying your identity..."]);
  expect(page.html).not.toContain("secret");
  const { html, words } = await renderPage("/auth/callback");
  expect(words).toContain("No OAuth code or error found in URL parameters.");
  expect(html).toMatch(/<a[^>]*href="\/login\?returnUrl=%2Faccount"/);
});

test("the picture of the demo's pack is not shown in a neutral shop", async () => {
  const data = { "/orders/find": NEW_LOGIN };
  expect((await renderPage("/orders/find", data)).html).toContain("premium-pack-table");
  const { html } = await renderPage("/orders/find", data, { neutral: true });
  expect(html).not.toContain("premium-pack-table");
});
