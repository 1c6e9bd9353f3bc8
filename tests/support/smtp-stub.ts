import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export type ReceivedMail = { from: string; to: string[]; raw: string };

type Behaviour = {
  onRecipient?: (address: string) => SmtpReply | undefined;
  onMail?: (mail: ReceivedMail, count: number) => SmtpReply | undefined;
};
type SmtpReply = { code: number; text: string };

type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** Starts a real mail server on a free loopback port that stores the mails it receives. */
export async function openMailServer(behaviour: Behaviour = {}) {
  const received: ReceivedMail[] = [];
  const passwords: unknown[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      passwords.push(password);
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      done(errorOf(behaviour.onRecipient?.(address)));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", (error: Error) => done(error));
      stream.on("end", () => {
        const mail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        };
        const refusal = behaviour.onMail?.(mail, ++count);
        if (!refusal) received.push(mail);
        done(errorOf(refusal));
      });
    },
  });
  server.on("error", () => {});
  return {
    url: await smtpUrl(server.server),
    /** Every complete mail in order, duplicates included. */
    received,
    passwords,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Starts a mail server and closes it when the test ends. */
export async function openSmtpServer(behaviour: Behaviour = {}): Promise<MailServer> {
  const server = await openMailServer(behaviour);
  onTestFinished(server.close);
  return server;
}

/** Starts a server for one test that accepts connections and never responds. */
export async function openSilentServer() {
  const connected = Promise.withResolvers<void>();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    connected.resolve();
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: await smtpUrl(server),
    connected: connected.promise,
    accepted: () => sockets.length,
  };
}

async function smtpUrl(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

function errorOf(reply: SmtpReply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}
