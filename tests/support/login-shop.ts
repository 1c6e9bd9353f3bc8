import { type Browser, openBrowser } from "./browser.ts";
import { createTestApp } from "./create-test-app.ts";
import { finishLogin, startLogin } from "./login.ts";
import { openOidcPeer, type Person } from "./oidc-peer.ts";

/** Anna as the provider knows her. */
export const anna = (): Person => ({
  email: "Anna@Example.com",
  email_verified: true,
  name: "Anna Bee",
});

/** A shop beside a real provider that knows these people; Anna unless others are named. */
export async function openLoginShop(people: Record<string, Person> = { anna: anna() }) {
  const peer = await openOidcPeer(people);
  const t = createTestApp({ env: peer.env });
  const login = async (browser: Browser, account: string) =>
    finishLogin(browser, await peer.visit(await startLogin(browser), account));
  return { ...t, peer, login, browser: openBrowser(t) };
}
