import { join } from "node:path";
import type { Hono } from "hono";
import type { Config } from "../config.ts";
import { type Mailbox, openMailbox } from "./mailbox/mailbox.ts";
import { mailboxPages } from "./mailbox/pages.ts";
import { fileStore } from "./payments/file-store.ts";
import { createPaymentSimulator } from "./payments/simulator.ts";

export type Demo = {
  /** Mounted under /demo: the pay page and the mailbox. */
  pages: Hono[];
  /** How the payment SDK reaches the simulator in this process. */
  paymentsFetch: typeof fetch;
  mailbox: Mailbox;
};

type Options = {
  config: Config;
  /** Takes a signed webhook to the store. */
  deliver: (request: Request) => Promise<Response>;
};

/** The stand-ins of DEMO=1: they speak the real protocols, and nothing leaves this machine. */
export async function openDemo({ config, deliver }: Options): Promise<Demo> {
  const directory = join(config.dataDir, "demo");
  const mailbox = await openMailbox(join(directory, "mail"));
  const simulator = createPaymentSimulator({
    siteUrl: config.publicUrl,
    secretKey: config.stripe.secretKey,
    webhookSecret: config.stripe.webhookSecret ?? "",
    webhookUrl: `${config.publicUrl}/api/stripe/webhook`,
    now: () => new Date(),
    deliver,
    store: fileStore(join(directory, "payments.jsonl")),
  });
  return {
    pages: [simulator.pages, mailboxPages(mailbox)],
    paymentsFetch: simulator.fetch,
    mailbox,
  };
}
