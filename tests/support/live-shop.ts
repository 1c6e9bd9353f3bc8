import { once } from "node:events";
import { connect } from "node:net";
import { createServer } from "node:tls";
import { PEM, TLS } from "./proxies.ts";
import { openMailServer } from "./smtp-stub.ts";
import { freePort, shopEnv, WEBHOOK_SECRET } from "./store-process.ts";
import { serveSimulator } from "./stripe/serve.ts";

const SECRET_KEY = "sk_live_papercub_journey";

export type LiveShop = Awaited<ReturnType<typeof openLiveShop>>;

/** Opens payments and mail for a store with a live key, and an https address in front of it. */
export async function openLiveShop() {
  const [secure, port, paymentsPort] = [await freePort(), await freePort(), await freePort()];
  const url = `https://localhost:${secure}`;
  const mails = await openMailServer();
  const payments = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${url}/api/stripe/webhook`,
    now: () => new Date(),
    deliver: (webhook) => fetch(webhook, { tls: TLS }),
  });
  const closeStore = await openTls(secure, port);
  const closePayments = await openTls(paymentsPort, payments.port);
  return {
    /** Environment of the store. */
    env: {
      ...shopEnv({ paymentsUrl: `https://localhost:${paymentsPort}`, smtpUrl: mails.url }),
      STRIPE_SECRET_KEY: SECRET_KEY,
      MAIL_FROM: "hello@bee.example",
      SUPPORT_EMAIL: "",
      NODE_EXTRA_CA_CERTS: PEM,
      PUBLIC_URL: url,
      PORT: String(port),
      DEMO: "",
    },
    mails: mails.received,
    async close() {
      closeStore();
      closePayments();
      await payments.stop();
      await mails.close();
    },
  };
}

/** Accepts TLS on one local port and forwards it to another. Returns a function that stops it. */
async function openTls(port: number, to: number): Promise<() => void> {
  const server = createServer({ key: TLS.ca, cert: TLS.ca }, (socket) => {
    const plain = connect(to, "127.0.0.1");
    socket.on("error", () => plain.destroy());
    plain.on("error", () => socket.destroy());
    socket.pipe(plain).pipe(socket);
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  return () => void server.close();
}
