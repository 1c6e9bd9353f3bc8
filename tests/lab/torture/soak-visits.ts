import { MESSAGE } from "../../support/contact.ts";
import type { Random } from "./random.ts";
import { type Account, ask, type Asked, buy, detailOf, type Place, signIn } from "./street.ts";

/** A store under load. The owner is an account that administers. */
export type Street = Place & { random: Random; visitor: Account; owner: Account };

/** Does one thing as the nth visitor: one request or a few. */
type Visit = (street: Street, nth: number) => Promise<unknown>;

const get =
  (path: string, asked: Asked = {}): Visit =>
  (street, nth) =>
    ask(street, nth, path, asked);
const post =
  (path: string, body: (nth: number) => unknown, asked: Asked = {}): Visit =>
  (street, nth) =>
    ask(street, nth, path, { ...asked, body: body(nth) });
/** What only the signed-in visitor, or only the owner, asks for. */
const ofVisitor =
  (path: string): Visit =>
  (street, nth) =>
    ask(street, nth, path, { headers: { Cookie: street.visitor.cookie } });
const ofOwner =
  (path: string, asked: Asked = {}): Visit =>
  (street, nth) =>
    ask(street, nth, path, { ...asked, headers: { Cookie: street.owner.cookie } });
/** A file that the visitor has bought. */
const file =
  (of: "fileLink" | "zipLink", asked: Asked = {}): Visit =>
  (street, nth) =>
    ask(street, nth, street.visitor[of], asked);

/** Signs in, looks at the account and leaves. */
async function lookIn(street: Street, nth: number): Promise<void> {
  const Cookie = await signIn(street, nth, `soak-${nth}@example.com`);
  for (const path of ["/api/users/me", "/account", "/api/logout"]) {
    await ask(street, nth, path, { headers: { Cookie } });
  }
}

const email = (nth: number) => ({ email: `soak-${nth}@example.com` });
const UNKNOWN = "cs_test_unknown_session";
const CUT = { isCut: true };
const EXPORT = "/api/tables/orders/export";
/** A few exports are made at a time, more are refused. */
const FEW = { status: [200, 429] };
const RANGE = { headers: { Range: "bytes=0-65535" }, status: 206 };

/** How many of a thousand visits are of each kind. */
export const VISITS: [perMille: number, visit: Visit][] = [
  // Pages and what they load.
  [110, get("/", { headers: { "Accept-Encoding": "br" } })],
  [50, get("/contact")],
  [30, get("/privacy")],
  [30, get("/login")],
  [50, get("/upsell/1")],
  [20, get("/no-such-page", { status: 404 })],
  [190, get("/api/products")],
  // Buyers.
  [10, (street, nth) => buy(street, nth)],
  [40, (street, nth) => ask(street, nth, detailOf(street.visitor.sessionId))],
  [10, get(detailOf(UNKNOWN), { status: 404 })],
  [60, file("fileLink", RANGE)],
  [15, file("fileLink")],
  [20, file("fileLink", CUT)],
  [3, file("zipLink")],
  [7, file("zipLink", CUT)],
  // Accounts.
  [5, lookIn],
  [15, post("/api/send-otp", email)],
  [10, post("/api/verify-otp", (nth) => ({ ...email(nth), otp: "000000" }), { status: 400 })],
  [10, post("/api/orders/find", email)],
  [30, ofVisitor("/api/users/me")],
  [30, ofVisitor("/api/products/purchased-products")],
  [20, ofVisitor("/account")],
  [10, post("/api/forms/submit", (nth) => ({ ...MESSAGE, ...email(nth) }))],
  // The owner.
  [30, ofOwner("/api/tables/orders?sort=created_at:desc")],
  [10, ofOwner("/api/tables/emails?recipient__contains=soak")],
  [10, ofOwner("/api/admin/search?q=soak")],
  [10, ofOwner("/api/admin/needs")],
  [5, ofOwner(EXPORT, FEW)],
  [5, ofOwner(EXPORT, { ...FEW, ...CUT })],
  [5, ofOwner("/api/admin/changes/stream", CUT)],
  // What is refused.
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

/** Does what chance chooses. */
export async function visit(street: Street, nth: number): Promise<void> {
  let left = street.random.next() * ALL;
  const chosen = VISITS.find(([perMille]) => (left -= perMille) < 0);
  await chosen?.[1](street, nth);
}
