import { type Browser, openBrowser } from "./browser.ts";
import { createTestApp } from "./create-test-app.ts";
import { finishLogin, startLogin } from "./login.ts";
import { openOidcPeer, type Person } from "./oidc-peer.ts";

export const anna = (): Person => ({
  email: "Anna@Example.com",
  email_verified: true,
  name: "Anna Bee",
});

/** Opens a shop with a real identity provider that has these accounts. */
export async function openLoginShop(people: Record<string, Person> = { anna: anna() }) {
  const peer = await openOidcPeer(people);
  const t = createTestApp({ env: peer.env });
  const login = async (browser: Browser, account: string) =>
    finishLogin(browser, await peer.visit(await startLogin(browser), account));
  return { ...t, peer, login, browser: openBrowser(t) };
}
