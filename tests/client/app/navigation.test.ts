import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNavigation } from "../../../client/app/navigation.tsx";
import type { ShownPage } from "../../../client/app/open-page.tsx";
import { AccountLoading } from "../../../client/features/account/account-frame.tsx";
// Preloaded because its first import can exceed a test's timeout.
import "../../../client/routes/account.tsx";
import { aSource } from "../fixtures.ts";

const ORIGIN = "https://papercub.example";
const UPSELL = { pathname: "/upsell/1", search: "?sessionId=cs_1" };

let address: URL;
let back: () => void;

beforeEach(() => {
  address = new URL(UPSELL.pathname, ORIGIN);
  const move = (_state: unknown, _title: string, href: string) => {
    address = new URL(href, address);
  };
  vi.stubGlobal("document", { title: "One more thing" });
  vi.stubGlobal("window", {
    get location() {
      return address;
    },
    history: { pushState: move, replaceState: move },
    addEventListener: (_type: string, listener: () => void) => void (back = listener),
  });
});

afterEach(() => void vi.unstubAllGlobals());

function openNavigation() {
  const first: ShownPage = { ...UPSELL, status: 200, title: () => "", body: null, facts: {} };
  const source = aSource({ listProducts: vi.fn(async () => []) });
  return { navigation: createNavigation({ source, report: vi.fn() }, first), first, source };
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
  const { first, source } = openNavigation();
  const user = Promise.withResolvers<null>();
  const shell: ShownPage = { ...first, pathname: "/account", search: "", status: "opening" };
  const waiting = { ...source, findUser: () => user.promise };
  const navigation = createNavigation({ source: waiting, report: vi.fn() }, shell);
  void navigation.reload();
  await vi.waitFor(() => expect(navigation.shown().body).toMatchObject({ type: AccountLoading }));
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
  const { navigation, first, source } = openNavigation();
  address = new URL("#content", address);
  back();
  expect(navigation.shown()).toBe(first);
  expect(source.listProducts).not.toHaveBeenCalled();
});

test("the Back button opens the previous page", async () => {
  const { navigation } = openNavigation();
  await navigation.go("/checkout/error");
  address = new URL("/upsell/1", ORIGIN);
  back();
  await vi.waitFor(() =>
    expect(navigation.shown()).toMatchObject({ ...UPSELL, search: "", status: 200 }),
  );
});

test.each([
  ["/admin/tables/orders?page=2", true],
  ["/administration", false],
])("a page with its own router stays at %s: %s", (path, stays) => {
  const { first, source } = openNavigation();
  const admin = { ...first, pathname: "/admin", facts: { routesBelow: "/admin" } };
  const navigation = createNavigation({ source, report: vi.fn() }, admin);
  address = new URL(path, ORIGIN);
  back();
  expect(navigation.shown() === admin).toBe(stays);
});

test("an unknown path shows the 404 page", async () => {
  const { navigation } = openNavigation();
  await navigation.go("/nowhere");
  expect(navigation.shown().status).toBe(404);
  expect(navigation.shown().title()).toBe("Page not found");
});
