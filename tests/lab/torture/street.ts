import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PurchaseDetail } from "../../../server/contract/answers.ts";
import { checkoutBody } from "../../support/browser.ts";
import { programCall } from "../../support/program.ts";
import type { MailServer } from "../../support/smtp-stub.ts";
import {
  environmentOf,
  startStore,
  type StoreProcess,
  type StoreSettings,
} from "../../support/store-process.ts";
import type { TestSimulator } from "../../support/stripe/simulator.ts";
import { until } from "../../support/until.ts";
import { clientOf } from "./buyers.ts";
import { openNeighbours } from "./shop.ts";

const MAIL_LIMIT_MS = 30_000;
/** Requests of one visitor, more or less. */
const REQUESTS_A_VISITOR = 8;
const PRODUCTS = 5;

/** Where visits go, and who hears what they were answered and what they should be. */
export type Place = {
  url: string;
  simulator: TestSimulator;
  mails: MailServer;
  count: (what: string, status: number, expected: number[]) => void;
};

/** A visitor who has bought the first product and stays signed in. */
export type Account = { sessionId: string; cookie: string; fileLink: string; zipLink: string };

type Opened = Omit<Place, "count"> & { store: StoreProcess; dataDir: string };

/** Does `work` on a test shop with the demo's catalogue, which is gone afterwards. */
export async function withCatalogue<Result>(
  env: Record<string, string>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "papercub-street-"));
  const { simulator, mails, settings, stop } = await openNeighbours(dataDir, {});
  let store: StoreProcess | undefined;
  try {
    await storeCatalogue(settings);
    store = await startStore({ ...settings, env: { ...settings.env, ...env } });
    return await work({ url: store.url, simulator, mails, store, dataDir });
  } finally {
    await store?.end();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function storeCatalogue(settings: StoreSettings): Promise<void> {
  const child = Bun.spawn([...programCall(), "seed"], {
    env: environmentOf(settings),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await child.exited) !== 0) throw new Error("The catalogue could not be stored.");
}

export type Asked = {
  /** What it must be answered, or what it may be. */
  status?: number | number[];
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection is cut after the first bytes. */
  isCut?: boolean;
};

/** One request on a connection of its own. */
export async function ask(place: Place, nth: number, path: string, asked: Asked = {}) {
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
  const what = `${body === undefined ? "GET" : "POST"} ${path}`;
  place.count(what, answer.status, [status].flat());
  if (isCut) {
    await answer.body?.getReader().read();
    cutting.abort();
    return { answer, size: 0, text: () => "" };
  }
  // Most of what is read is never looked at.
  const bytes = await answer.bytes();
  // As it was sent: what is compressed is longer by now.
  const size = Number(answer.headers.get("Content-Length") ?? bytes.length);
  return { answer, size, text: () => new TextDecoder().decode(bytes) };
}

/** Chooses, pays and looks at the purchase: the session's id, and links to the first file and the ZIP. */
export async function buy(place: Place, nth: number, email = `soak-${nth}@example.com`) {
  const body = checkoutBody([1 + (nth % PRODUCTS)]);
  const started = await ask(place, nth, "/api/create-checkout-session", { body });
  const { sessionId } = JSON.parse(started.text()) as { sessionId: string };
  await place.simulator.control.pay(sessionId, { email });
  const { text } = await ask(place, nth, detailOf(sessionId));
  await ask(place, nth, `/checkout/success?sessionId=${sessionId}`);
  const [product] = (JSON.parse(text()) as PurchaseDetail).products;
  const local = (link?: string | null) => (link ?? "").slice(place.url.length);
  return { sessionId, fileLink: local(product?.fileUrl), zipLink: local(product?.downloadUrl) };
}

/** Signs in by the mailed code; returns the cookies. */
export async function signIn(place: Place, nth: number, email: string): Promise<string> {
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

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** What the success page asks for. */
export function detailOf(sessionId: string): string {
  return `/api/products/purchase-detail?sessionId=${sessionId}`;
}
