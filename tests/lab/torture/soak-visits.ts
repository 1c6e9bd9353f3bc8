import { MESSAGE } from "../../support/contact.ts";
import { detailOf } from "./buyers.ts";
import type { Random } from "./random.ts";
import type { Call, Street } from "./street.ts";

type Account = { sessionId: string; cookie: string; fileLink: string; zipLink: string };
/** Store under load; `visitor` is a buyer, `owner` an administrator. */
export type Soaked = Street & { random: Random; visitor: Account; owner: Account };

/** Requests of the nth visitor, one or a few. */
type Visit = (street: Soaked, nth: number) => Promise<unknown>;

const get =
  (path: string, call: Call = {}): Visit =>
  ({ ask }, nth) =>
    ask(nth, path, call);
const post =
  (path: string, body: (nth: number) => unknown, call: Call = {}): Visit =>
  ({ ask }, nth) =>
    ask(nth, path, { ...call, body: body(nth) });
const signedIn =
  (who: "visitor" | "owner", path: string, call: Call = {}): Visit =>
  (street, nth) =>
    street.ask(nth, path, { ...call, headers: { Cookie: street[who].cookie } });
/** Requests a file that the visitor has bought. */
const file =
  (link: "fileLink" | "zipLink", call: Call = {}): Visit =>
  ({ ask, visitor }, nth) =>
    ask(nth, visitor[link], call);

/** Signs in, opens the account and signs out. */
async function visitAccount({ ask, signIn }: Soaked, nth: number): Promise<void> {
  const Cookie = await signIn(nth, `soak-${nth}@example.com`);
  for (const path of ["/api/users/me", "/account", "/api/logout"]) {
    await ask(nth, path, { headers: { Cookie } });
  }
}

const email = (nth: number) => ({ email: `soak-${nth}@example.com` });
const UNKNOWN = "cs_test_unknown_session";
const CUT = { isCut: true };
const EXPORT = "/api/tables/orders/export";
/** Allows 429, because the number of concurrent exports is limited. */
const FEW = { status: [200, 429] };
const RANGE = { headers: { Range: "bytes=0-65535" }, status: 206 };

const VISITS: [perMille: number, visit: Visit][] = [
  // Pages and their assets.
  [110, get("/", { headers: { "Accept-Encoding": "br" } })],
  [50, get("/contact")],
  [30, get("/privacy")],
  [30, get("/login")],
  [50, get("/upsell/1")],
  [20, get("/no-such-page", { status: 404 })],
  [190, get("/api/products")],
  // Buyers.
  [10, ({ buy }, nth) => buy(nth)],
  [40, ({ ask, visitor }, nth) => ask(nth, detailOf(visitor.sessionId))],
  [10, get(detailOf(UNKNOWN), { status: 404 })],
  [60, file("fileLink", RANGE)],
  [15, file("fileLink")],
  [20, file("fileLink", CUT)],
  [3, file("zipLink")],
  [7, file("zipLink", CUT)],
  // Accounts.
  [5, visitAccount],
  [15, post("/api/send-otp", email)],
  [10, post("/api/verify-otp", (nth) => ({ ...email(nth), otp: "000000" }), { status: 400 })],
  [10, post("/api/orders/find", email)],
  [30, signedIn("visitor", "/api/users/me")],
  [30, signedIn("visitor", "/api/products/purchased-products")],
  [20, signedIn("visitor", "/account")],
  [10, post("/api/forms/submit", (nth) => ({ ...MESSAGE, ...email(nth) }))],
  // The owner.
  [30, signedIn("owner", "/api/tables/orders?sort=created_at:desc")],
  [10, signedIn("owner", "/api/tables/emails?recipient__contains=soak")],
  [10, signedIn("owner", "/api/admin/search?q=soak")],
  [10, signedIn("owner", "/api/admin/needs")],
  [5, signedIn("owner", EXPORT, FEW)],
  [5, signedIn("owner", EXPORT, { ...FEW, ...CUT })],
  [5, signedIn("owner", "/api/admin/changes/stream", CUT)],
  // Refused requests.
  [20, post("/api/create-checkout-session", () => "{", { status: 400 })],
  [20, post("/api/stripe/webhook", () => ({ id: "evt_forged", object: "event" }), { status: 400 })],
  [20, post("/api/send-otp", email, { headers: { Origin: "https://evil.example" }, status: 403 })],
  [20, get("/api/no-such-call", { status: 404 })],
  [15, get("/api/users/me", { status: 401 })],
  [15, get("/api/tables/orders", { status: 401 })],
  [15, get("/files/1/none.pdf?token=forged", { status: 404 })],
  [10, get("/..%2f..%2fetc/passwd", { status: 404 })],
  [10, get("/", { headers: { Host: "evil.example" }, status: 421 })],
  [5, post("/api/forms/submit", () => "x".repeat(300_000), { status: 413 })],
];

const ALL = VISITS.reduce((sum, [perMille]) => sum + perMille, 0);

export async function visit(street: Soaked, nth: number): Promise<void> {
  let left = street.random.next() * ALL;
  const chosen = VISITS.find(([perMille]) => (left -= perMille) < 0);
  await chosen?.[1](street, nth);
}
