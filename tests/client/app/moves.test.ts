import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMoves } from "../../../client/app/moves.tsx";
import type { ShownPage } from "../../../client/app/open-page.tsx";
import { AccountLoading } from "../../../client/features/account/account-frame.tsx";
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

function openMoves() {
  const first: ShownPage = { ...UPSELL, status: 200, title: "", body: null, facts: {} };
  const source = aSource({ listProducts: vi.fn(async () => []) });
  return { moves: createMoves({ source, report: vi.fn() }, first), first, source };
}

test("a move shows that the page is on its way, then the page", async () => {
  const { moves } = openMoves();
  const seen: unknown[] = [];
  moves.subscribe(() => seen.push(moves.shown().status));
  await moves.go("/checkout/error?error=x");
  expect(seen).toEqual(["opening", 200]);
  expect(moves.shown()).toMatchObject({ pathname: "/checkout/error", search: "?error=x" });
  expect(address.href).toBe(`${ORIGIN}/checkout/error?error=x`);
});

test("a page that waits for its data says so in its own words, also in the place of the app's shell", async () => {
  const { source } = openMoves();
  const user = Promise.withResolvers<null>();
  const first: ShownPage = {
    pathname: "/account",
    search: "",
    status: "opening",
    title: "",
    body: null,
    facts: {},
  };
  const asked = { ...source, findUser: () => user.promise };
  const moves = createMoves({ source: asked, report: vi.fn() }, first);
  void moves.reload();
  await vi.waitFor(() => expect(moves.shown().body).toMatchObject({ type: AccountLoading }));
  expect(moves.shown().status).toBe("opening");
});

test("of two moves at once the later one is shown", async () => {
  const { moves } = openMoves();
  await Promise.all([moves.go("/downsell?originalProductId=1"), moves.go("/checkout/error")]);
  expect(moves.shown().pathname).toBe("/checkout/error");
});

test("an anchor of the page moves nowhere, although the address has lost its session", () => {
  const { moves, first, source } = openMoves();
  address = new URL("#content", address);
  back();
  expect(moves.shown()).toBe(first);
  expect(source.listProducts).not.toHaveBeenCalled();
});

test("the way back opens the page before", async () => {
  const { moves } = openMoves();
  await moves.go("/checkout/error");
  address = new URL("/upsell/1", ORIGIN);
  back();
  await vi.waitFor(() =>
    expect(moves.shown()).toMatchObject({ ...UPSELL, search: "", status: 200 }),
  );
});

test.each([
  ["/admin/tables/orders?page=2", true],
  ["/administration", false],
])("a page with a router of its own stays at %s: %s", (path, stays) => {
  const { first, source } = openMoves();
  const admin = { ...first, pathname: "/admin", facts: { routesBelow: "/admin" } };
  const moves = createMoves({ source, report: vi.fn() }, admin);
  address = new URL(path, ORIGIN);
  back();
  expect(moves.shown() === admin).toBe(stays);
});

test("an address without a page has one of its own", async () => {
  const { moves } = openMoves();
  await moves.go("/nowhere");
  expect(moves.shown()).toMatchObject({ status: 404, title: "Page not found" });
});
