import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNavigation } from "../../../client/app/navigation.tsx";
import type { ShownPage } from "../../../client/app/open-page.tsx";
import { AccountLoading } from "../../../client/features/account/account-frame.tsx";
// Preloaded because its first import can exceed a test's timeout.
import "../../../client/routes/account.tsx";
import { api } from "../../../client/lib/api.ts";
import { Redirect } from "../../../server/contract/pages.ts";
import { paidOrder } from "../fixtures.ts";

const ORIGIN = "https://papercub.example";
const UPSELL = { pathname: "/upsell/1", search: "?sessionId=cs_1" };

let address: URL;
let back: () => void;
let replaced: string | undefined;

beforeEach(() => {
  address = new URL(UPSELL.pathname, ORIGIN);
  const move = (_state: unknown, _title: string, href: string) => {
    address = new URL(href, address);
  };
  vi.stubGlobal("document", { title: "One more thing" });
  vi.stubGlobal("window", {
    get location() {
      return Object.assign(address, { replace: (href: string) => (replaced = href) });
    },
    history: { pushState: move, replaceState: move },
    addEventListener: (_type: string, listener: () => void) => void (back = listener),
  });
});

afterEach(() => void vi.unstubAllGlobals());

const NO_OFFER = { kind: "failed", message: "Not now.", order: paidOrder, retryable: true };

function openNavigation(changes: Partial<ShownPage> = {}) {
  const shown = { status: 200, title: () => "", body: null, facts: {}, data: NO_OFFER } as const;
  const first: ShownPage = { ...UPSELL, ...shown, ...changes };
  const loadPage = vi.spyOn(api, "loadPage").mockReset().mockResolvedValue(NO_OFFER);
  return { navigation: createNavigation(first), first, loadPage };
}

test("a navigation shows the opening page, then the page", async () => {
  const { navigation } = openNavigation();
  const seen: unknown[] = [];
  navigation.subscribe(() => seen.push(navigation.shown().status));
  await navigation.go("/checkout/error?error=x");
  expect(seen).toEqual(["opening", 200]);
  expect(navigation.shown()).toMatchObject({ pathname: "/checkout/error", search: "?error=x" });
  expect(address.href).toBe(`${ORIGIN}/checkout/error?error=x`);
});

test("while its data loads, a page shows its own loading state, also in the app shell", async () => {
  const shell = { pathname: "/account", search: "", status: "opening" } as const;
  const { navigation, loadPage } = openNavigation(shell);
  loadPage.mockReturnValue(new Promise(() => {}));
  void navigation.reload();
  await vi.waitFor(() => expect(navigation.shown().body).toMatchObject({ type: AccountLoading }));
  expect(navigation.shown().status).toBe("opening");
});

test("an offer is loaded by its URL", async () => {
  const { navigation, loadPage } = openNavigation();
  await navigation.go("/downsell?originalProductId=1");
  expect(loadPage).toHaveBeenCalledExactlyOnceWith("/downsell?originalProductId=1");
  expect(navigation.shown()).toMatchObject({ status: 200, data: NO_OFFER });
});

test("an offer without a connection still knows the paid order, at each attempt", async () => {
  const { navigation, loadPage } = openNavigation();
  loadPage.mockRejectedValue(new TypeError("Failed to fetch"));
  const message = "Could not load the special offer. Please try again later.";
  const data = { kind: "failed", message, order: paidOrder, retryable: true };
  await navigation.go("/downsell?originalProductId=1");
  expect(navigation.shown()).toMatchObject({ status: 200, data });
  await navigation.reload();
  expect(navigation.shown()).toMatchObject({ status: 200, data });
});

test("after an offline sign-out the sign-in page opens without the server", async () => {
  const { navigation, loadPage } = openNavigation();
  await navigation.go("/login?returnUrl=%2Faccount&signedOut=1");
  expect(navigation.shown()).toMatchObject({ pathname: "/login", status: 200 });
  expect(loadPage).not.toHaveBeenCalled();
});

test("a redirect loads another document", async () => {
  const { navigation, loadPage } = openNavigation();
  loadPage.mockRejectedValue(new Redirect("/account"));
  await navigation.go("/login");
  expect(replaced).toBe("/account");
  expect(navigation.shown().status).toBe("opening");
});

test("of two navigations at once the later one is shown", async () => {
  const { navigation } = openNavigation();
  await Promise.all([
    navigation.go("/downsell?originalProductId=1"),
    navigation.go("/checkout/error"),
  ]);
  expect(navigation.shown().pathname).toBe("/checkout/error");
});

test("an anchor does not navigate, although the URL has lost its session", () => {
  const { navigation, first, loadPage } = openNavigation();
  address = new URL("#content", address);
  back();
  expect(navigation.shown()).toBe(first);
  expect(loadPage).not.toHaveBeenCalled();
});

test("the Back button shows the document's page again, also without a connection", async () => {
  const { navigation, first, loadPage } = openNavigation();
  await navigation.go("/checkout/error");
  address = new URL("/upsell/1", ORIGIN);
  back();
  expect(navigation.shown()).toBe(first);
  expect(loadPage).not.toHaveBeenCalled();
});

test("after a sign-out the Back button asks the server for the account", async () => {
  const { navigation, loadPage } = openNavigation({
    pathname: "/account",
    facts: { personal: true },
  });
  await navigation.go("/login?returnUrl=%2Faccount&signedOut=1");
  loadPage.mockReturnValue(new Promise(() => {}));
  address = new URL("/account", ORIGIN);
  back();
  await vi.waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith("/account"));
  expect(navigation.shown().status).toBe("opening");
});

test("the Back button opens an offer that another document showed", async () => {
  const { navigation } = openNavigation({ pathname: "/downsell" });
  address = new URL("/upsell/1", ORIGIN);
  back();
  const shown = { pathname: "/upsell/1", search: "", status: 200 };
  await vi.waitFor(() => expect(navigation.shown()).toMatchObject(shown));
});

test("a page that only the server can open is loaded as a document", async () => {
  const { navigation } = openNavigation({ pathname: "/checkout/error" });
  const reload = vi.fn();
  address = Object.assign(new URL("/", ORIGIN), { reload });
  back();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(navigation.shown().status).toBe("opening");
});

test.each([
  ["/admin/tables/orders?page=2", true],
  ["/administration", false],
])("a page with its own router stays at %s: %s", (path, stays) => {
  const { navigation, first } = openNavigation({
    pathname: "/admin",
    facts: { routesBelow: "/admin" },
  });
  address = new URL(path, ORIGIN);
  back();
  expect(navigation.shown() === first).toBe(stays);
});

test("an unknown path shows the 404 page", async () => {
  const { navigation } = openNavigation();
  await navigation.go("/no/where");
  expect(navigation.shown().status).toBe(404);
  expect(navigation.shown().title()).toBe("Page not found");
});
