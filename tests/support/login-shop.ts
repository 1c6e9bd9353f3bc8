import { type Browser, openBrowser } from "./browser.ts";
import { createTestApp } from "./create-test-app.ts";
import { codeFor, openFakeIssuer, type Person } from "./fake-issuer.ts";
import { finishLogin, startLogin } from "./login.ts";

export const anna = (): Person => ({
  email: "Anna@Example.com",
  email_verified: true,
  name: "Anna Bee",
});

/** A shop with an identity provider for these accounts. */
export async function openLoginShop(people: Record<string, Person> = { anna: anna() }) {
  const issuer = await openFakeIssuer(people);
  const t = createTestApp({ env: issuer.env, oidc: { fetch: issuer.fetch } });
  const login = async (browser: Browser, account: string) =>
    finishLogin(browser, codeFor(await startLogin(browser), account));
  return { ...t, login, browser: openBrowser(t) };
}
