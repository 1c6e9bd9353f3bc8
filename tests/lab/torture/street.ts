import { seed } from "../../../server/commands/seed.ts";
import { loadConfig } from "../../../server/config.ts";
import type { PurchaseDetail } from "../../../server/contract/answers.ts";
import { checkoutBody } from "../../support/browser.ts";
import { openShopIn } from "../../support/open-shop-in.ts";
import { environmentOf, startStore } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { clientOf, detailOf } from "./buyers.ts";
import { makeFolder, openNeighbours, removeFolder } from "./world.ts";

const MAIL_LIMIT_MS = 30_000;
const REQUESTS_A_VISITOR = 8;
const PRODUCTS = 5;
const CODE = /^subject: (\d{6}) is your/im;

type StreetOptions = {
  env?: Record<string, string>;
  /** Called with the status of each response. */
  check: (what: string, status: number, expected: number[]) => void;
};

export type Call = {
  /** Expected status; defaults to 200. */
  status?: number | number[];
  headers?: Record<string, string>;
  body?: unknown;
  /** Aborts the connection after the first bytes. */
  isCut?: boolean;
};

export type Street = Awaited<ReturnType<typeof openStreet>>;

/** Opens a store with the demo catalogue, a payment provider, a mail server and test visitors. */
export async function openStreet({ env = {}, check }: StreetOptions) {
  await using stack = new AsyncDisposableStack();
  const dataDir = makeFolder();
  stack.defer(() => removeFolder(dataDir));
  const { settings, simulator, mails } = stack.use(await openNeighbours(dataDir, { env }));
  await seed(loadConfig(environmentOf(settings)));
  openShopIn(dataDir);
  const store = stack.use(await startStore(settings));

  /** Sends one request on a new connection, a POST if it has a body. */
  const ask = async (nth: number, path: string, call: Call = {}) => {
    const { headers, body, isCut = false } = call;
    const method = body === undefined ? "GET" : "POST";
    const connection = new AbortController();
    const answer = await fetch(store.url + path, {
      method,
      redirect: "manual",
      keepalive: false,
      signal: connection.signal,
      headers: {
        ...clientOf(Math.floor(nth / REQUESTS_A_VISITOR)),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    check(`${method} ${path}`, answer.status, [call.status ?? 200].flat());
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    if (isCut) await answer.body?.getReader().read();
    const bytes = isCut ? new Uint8Array() : await answer.bytes();
    if (isCut) connection.abort();
    return {
      cookie: cookies.join("; "),
      /** Transferred bytes; `bytes` is decompressed. */
      size: Number(answer.headers.get("Content-Length") ?? bytes.length),
      text: () => new TextDecoder().decode(bytes),
    };
  };

  /** Buys a product and opens its order page; returns the session id and the file and ZIP paths. */
  const buy = async (nth: number, email = `soak-${nth}@example.com`) => {
    const body = checkoutBody([1 + (nth % PRODUCTS)]);
    const started = await ask(nth, "/api/create-checkout-session", { body });
    const { sessionId } = JSON.parse(started.text()) as { sessionId: string };
    await simulator.control.pay(sessionId, { email });
    const { text } = await ask(nth, detailOf(sessionId));
    await ask(nth, `/checkout/success?sessionId=${sessionId}`);
    const [product] = (JSON.parse(text()) as PurchaseDetail).products;
    const local = (link?: string | null) => (link ?? "").slice(store.url.length);
    return { sessionId, fileLink: local(product?.fileUrl), zipLink: local(product?.downloadUrl) };
  };

  /** Signs in with the mailed code; returns the cookies. */
  const signIn = async (nth: number, email: string) => {
    const asked = await ask(nth, "/api/send-otp", { body: { email } });
    const find = () =>
      mails.received.findLast(({ to, raw }) => to.includes(email) && CODE.test(raw))?.raw;
    await until(() => find() !== undefined, { what: "a code is mailed", limitMs: MAIL_LIMIT_MS });
    const body = { email, otp: CODE.exec(find() ?? "")?.[1] };
    const headers = { Cookie: asked.cookie };
    return (await ask(nth, "/api/verify-otp", { body, headers })).cookie;
  };

  const open = stack.move();
  return {
    store,
    dataDir,
    simulator,
    ask,
    buy,
    signIn,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
