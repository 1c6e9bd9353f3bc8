import type { Server } from "bun";
import { createApp } from "../../server/app.ts";
import { loadConfig } from "../../server/config.ts";
import { pathsOf } from "../../server/data-dir.ts";
import { createTestSimulator } from "./stripe/simulator.ts";
import type { Deps } from "../../server/deps.ts";
import { checkHurried } from "../../server/domain/money/open-orders.ts";
import { stripePayments } from "../../server/integrations/stripe/payments.ts";
import { handleDueEvents } from "../../server/jobs/inbox.ts";
import { sendDueMails } from "../../server/mails/send.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";

const SITE = "http://127.0.0.1:3000";
const HOST = new URL(SITE).host;
const CODE = /\b\d{6}\b/;

export type Shop = Awaited<ReturnType<typeof openShop>>;
export type Asked = {
  body?: unknown;
  /** Sent as it is, for bodies that are no JSON. */
  raw?: string;
  cookie?: string;
  /** The address the request comes from; limits count by it. */
  client?: string;
  headers?: Record<string, string>;
};

/**
 * The demo store inside this process over a data folder: the simulator behind the real SDK, mails
 * that are kept nowhere, a clock that is moved by hand, and no background work but `settle` and what
 * the caller runs on `deps`.
 */
export async function openShop(dataDir: string) {
  let movedMs = 0;
  const now = () => new Date(Date.now() + movedMs);
  const config = loadConfig({ DEMO: "1", PUBLIC_URL: SITE, DATA_DIR: dataDir });
  const codes = new Map<string, string>();
  const simulator = createTestSimulator({
    siteUrl: SITE,
    webhookUrl: `${SITE}/api/stripe/webhook`,
    webhookSecret: config.stripe.webhookSecrets[0] ?? "",
    secretKey: config.stripe.secretKey,
    now,
    signedAt: () => new Date(),
    async deliver(request) {
      request.headers.set("Host", HOST);
      return app.fetch(request, { server: peer("127.0.0.1") });
    },
    retryDelaysMs: [],
  });
  const deps: Deps = {
    config,
    ...(await openStore(config)),
    payments: stripePayments({ ...config.stripe, fetch: simulator.fetch }),
    identity: null,
    mailer: {
      async send({ to, text }) {
        const code = CODE.exec(text)?.[0];
        if (code) codes.set(to, code);
      },
    },
    clock: { now },
    log: createLog({ level: "fatal" }),
  };
  // Nothing here outlives the run, so no commit waits for the disk.
  deps.db.sqlite.pragma("synchronous = OFF");
  const page = { status: 404, html: "", indexable: false, personal: false, tracked: false };
  const web = { render: async () => page, served: [], assets: NO_ASSETS, statics: new Map() };
  const app = createApp(deps, web);

  return {
    deps,
    simulator,
    database: pathsOf(dataDir).database,
    advance: (ms: number) => void (movedMs += ms),
    /** One request; a body makes it a POST. */
    async ask(path: string, { body, raw, cookie = "", client = "81.0.0.1", headers }: Asked = {}) {
      const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const request = new Request(SITE + path, {
        method: content === undefined ? "GET" : "POST",
        headers: {
          Host: HOST,
          Cookie: cookie,
          "Content-Type": "application/json",
          ...headers,
        },
        ...(content !== undefined && { body: content }),
      });
      return app.fetch(request, { server: peer(client) });
    },
    /** The sign-in code that was mailed to this address last. */
    codeOf: (email: string) => codes.get(email),
    /** Handles every webhook and mail that is due. */
    async settle() {
      await simulator.control.webhooks.idle();
      await handleDueEvents(deps);
      await checkHurried(deps);
      await sendDueMails(deps);
    },
    close() {
      simulator.control.stop();
      deps.db.close();
    },
  };
}

const NO_ASSETS = { scripts: [], styles: [], preloads: [] };

/** What the store asks of Bun's server: where a request comes from. */
function peer(address: string): Server<unknown> {
  const server = { requestIP: () => ({ address, family: "IPv4", port: 1 }), timeout: () => {} };
  return server as unknown as Server<unknown>;
}

/** The body of the pay button for one product. */
export const checkoutOf = (productId: number, cancelRouter = "/checkout/cancel") => ({
  products: [{ productId, quantity: 1 }],
  successRouter: "/checkout/success",
  cancelRouter,
});

/** The cookies of an answer as a browser sends them back. */
export function cookiesOf(answer: Response): string {
  const lines = answer.headers.getSetCookie();
  return lines.map((line) => line.split(";", 1)[0]).join("; ");
}
