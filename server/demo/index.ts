import { Hono } from "hono";
import { type Config, DEMO_ISSUER_PATH, LOGIN_RETURN_PATH, webhookUrlOf } from "../config.ts";
import { pathsOf } from "../data/data-dir.ts";
import type { Deps } from "../deps.ts";
import { asFetch } from "./as-fetch.ts";
import { createDemoIdentity } from "./identity/identity.ts";
import { type Mailbox, openMailbox } from "./mailbox/mailbox.ts";
import { mailboxPages } from "./mailbox/pages.ts";
import { demoFonts } from "./page/fonts.ts";
import { createPaymentSimulator } from "./payments/simulator.ts";
import { fileStore } from "./payments/store.ts";
import { pastPages } from "./year/pages.ts";
import { fillNewShop } from "./year/sample-year.ts";

export type Demo = {
  /** Mounted under /demo: the pay page, the mailbox, the sign-in page and their fonts. */
  pages: Hono[];
  /** `fetch` for the payment SDK, which calls the simulator in this process. */
  paymentsFetch: typeof fetch;
  /** `fetch` for the login; undefined when a real identity provider is configured. */
  identityFetch: typeof fetch | undefined;
  mailbox: Mailbox;
};

type DemoOptions = {
  config: Config;
  store: Pick<Deps, "db" | "secret">;
  /** Sends a request to this store: a webhook, or a call to the demo's identity provider. */
  deliver: (request: Request) => Promise<Response>;
};

/** Starts the simulated services of DEMO=1: real protocols, but no data leaves this machine. */
export async function openDemo({ config, store, deliver }: DemoOptions): Promise<Demo> {
  const paths = pathsOf(config.dataDir);
  const mailbox = await openMailbox(paths.demoMails);
  const payments = fileStore(paths.demoPayments);
  const webhookUrl = webhookUrlOf(config);
  const shop = { ...store, config, payments, webhookUrl };
  if (config.hasSampleYear) fillNewShop(shop);
  const simulator = createPaymentSimulator({
    siteUrl: config.publicUrl,
    secretKey: config.stripe.secretKey,
    webhookSecret: config.stripe.webhookSecrets[0] ?? "",
    webhookUrl,
    now: () => new Date(),
    deliver,
    store: payments,
  });
  const identity = demoIdentity(config);
  return {
    pages: [
      simulator.pages,
      mailboxPages(mailbox),
      pastPages({ shop, mailbox }),
      ...(identity ? [identity] : []),
      demoFonts(),
    ],
    paymentsFetch: simulator.fetch,
    identityFetch: identity && asFetch(deliver),
    mailbox,
  };
}

/** The demo's identity provider, mounted under /demo; undefined when a real one is configured. */
export function demoIdentity({ publicUrl, oidc, login }: Config): Hono | undefined {
  const issuer = publicUrl + DEMO_ISSUER_PATH;
  if (oidc?.issuer !== issuer || !login) return undefined;
  const { clientId, clientSecret } = oidc;
  const identity = createDemoIdentity({
    issuer,
    client: { clientId, clientSecret, redirectUri: publicUrl + LOGIN_RETURN_PATH },
    standsFor: login.name,
    now: () => new Date(),
  });
  return new Hono().route("/identity", identity);
}
