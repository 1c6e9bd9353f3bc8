import type { PurchaseDetail } from "../../server/contract/store.ts";
import { checkoutBody } from "../support/browser.ts";
import { MESSAGE } from "../support/contact.ts";
import type { MailServer } from "../support/smtp-stub.ts";
import type { TestSimulator } from "../support/stripe/simulator.ts";
import { until } from "../support/until.ts";
import { clientOf } from "./buyers.ts";
import type { Random } from "./random.ts";

const MAIL_LIMIT_MS = 30_000;
/** Requests of one visitor, more or less. */
const REQUESTS_A_VISITOR = 8;
const PRODUCTS = 5;

/** Where visits go, and who hears what they were answered and what they should be. */
type Place = {
  url: string;
  simulator: TestSimulator;
  mails: MailServer;
  count: (what: string, status: number, expected: number) => void;
};

/** A visitor who has bought the first product and stays signed in. */
type Account = { sessionId: string; cookie: string; fileLink: string; zipLink: string };

/** A store under load. The owner is an account that administers. */
export type Street = Place & { random: Random; visitor: Account; owner: Account };

/** Does one thing as the nth visitor: one request or a few. */
type Visit = (street: Street, nth: number) => Promise<unknown>;

type Asked = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection is cut after the first bytes. */
  isCut?: boolean;
};

/** One request on a connection of its own. */
async function ask(place: Place, nth: number, path: string, asked: Asked = {}) {
  const { status = 200, headers, body, isCut = false } = asked;
  const cutting = new AbortController();
  const answer = await fetch(place.url + path, {
    method: body === undefined ? "GET" : "POST",
    redirect: "manual",
    keepalive: false,
    signal: cutting.signal,
    headers: {
      ...clientOf(Math.floor(nth / REQUESTS_A_VISITOR)),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  place.count(`${asked.body === undefined ? "GET" : "POST"} ${path}`, answer.status, status);
  if (isCut) {
    await answer.body?.getReader().read();
    cutting.abort();
    return { answer, text: "" };
  }
  return { answer, text: await answer.text() };
}

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
/** The store makes a few exports at a time, and refuses more. */
let exporting: Promise<unknown> = Promise.resolve();
const inTurn =
  (visit: Visit): Visit =>
  (street, nth) =>
    (exporting = exporting.then(() => visit(street, nth)));
/** A file that the visitor has bought. */
const file =
  (of: "fileLink" | "zipLink", asked: Asked = {}): Visit =>
  (street, nth) =>
    ask(street, nth, street.visitor[of], asked);

/** Chooses, pays and looks at the purchase: the session's id, and links to the first file and the ZIP. */
async function buy(place: Place, nth: number, email = `soak-${nth}@example.com`) {
  const body = checkoutBody([1 + (nth % PRODUCTS)]);
  const started = await ask(place, nth, "/api/create-checkout-session", { body });
  const { sessionId } = JSON.parse(started.text) as { sessionId: string };
  await place.simulator.control.pay(sessionId, { email });
  const { text } = await ask(place, nth, detailOf(sessionId));
  await ask(place, nth, `/checkout/success?sessionId=${sessionId}`);
  const [product] = (JSON.parse(text) as PurchaseDetail).products;
  const local = (link?: string | null) => (link ?? "").slice(place.url.length);
  return { sessionId, fileLink: local(product?.fileUrl), zipLink: local(product?.downloadUrl) };
}

/** Signs in by the mailed code; returns the cookies. */
async function signIn(place: Place, nth: number, email: string): Promise<string> {
  const asking = await ask(place, nth, "/api/send-otp", { body: { email } });
  const subject = /^subject: (\d{6}) is your/im;
  const find = () =>
    place.mails.received.findLast(({ to, raw }) => to.includes(email) && subject.test(raw))?.raw;
  await until(() => find() !== undefined, { what: "a code is mailed", limitMs: MAIL_LIMIT_MS });
  const otp = subject.exec(find() ?? "")?.[1];
  const headers = { Cookie: cookiesOf(asking.answer) };
  return cookiesOf(
    (await ask(place, nth, "/api/verify-otp", { body: { email, otp }, headers })).answer,
  );
}

/** Buys the first product and signs in. */
export async function openAccount(place: Place, email: string): Promise<Account> {
  return { ...(await buy(place, 0, email)), cookie: await signIn(place, 0, email) };
}

/** Signs in, looks at the account and leaves. */
async function lookIn(street: Street, nth: number): Promise<void> {
  const Cookie = await signIn(street, nth, `soak-${nth}@example.com`);
  for (const path of ["/api/users/me", "/account", "/api/logout"]) {
    await ask(street, nth, path, { headers: { Cookie } });
  }
}

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

const email = (nth: number) => ({ email: `soak-${nth}@example.com` });
const UNKNOWN = "cs_test_unknown_session";
const CUT = { isCut: true };
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
  [5, inTurn(ofOwner("/api/tables/orders/export"))],
  [5, inTurn(ofOwner("/api/tables/orders/export", CUT))],
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

function detailOf(sessionId: string): string {
  return `/api/products/purchase-detail?sessionId=${sessionId}`;
}

const ALL = VISITS.reduce((sum, [perMille]) => sum + perMille, 0);

/** Does what chance chooses. */
export async function visit(street: Street, nth: number): Promise<void> {
  let left = street.random.next() * ALL;
  const chosen = VISITS.find(([perMille]) => (left -= perMille) < 0);
  await chosen?.[1](street, nth);
}
