import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export type ReceivedMail = { from: string; to: string[]; raw: string };

type Behaviour = {
  /** Refuses a recipient with an SMTP reply such as 550; taken when it returns undefined. */
  onRecipient?: (address: string) => SmtpReply | undefined;
  /** Answers the data instead of taking them. */
  onMail?: (mail: ReceivedMail, count: number) => SmtpReply | undefined;
};
type SmtpReply = { code: number; text: string };

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** A real mail server on a free loopback port that keeps what it takes, until it is closed. */
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
      // A sender that was killed half-way has sent no mail.
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
  // A client that is killed in the middle of a sentence is no fault of this server.
  server.on("error", () => {});
  return {
    url: await smtpUrl(server.server),
    /** Every mail that was taken whole, in order; one that was sent twice stands here twice. */
    received,
    /** Those that clients have signed in with; all of them came in clear. */
    passwords,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The same for one test. */
export async function openSmtpServer(behaviour: Behaviour = {}): Promise<MailServer> {
  const server = await openMailServer(behaviour);
  onTestFinished(server.close);
  return server;
}

/** A server that takes connections and never says a word, until it is closed. */
export async function openSilentMailServer() {
  const connected = Promise.withResolvers<void>();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    connected.resolve();
  });
  return {
    url: await smtpUrl(server),
    /** Resolves at the first connection. */
    connected: connected.promise,
    /** How many connections it has taken. */
    accepted: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The same for one test. */
export async function openSilentServer() {
  const server = await openSilentMailServer();
  onTestFinished(server.close);
  return server;
}

async function smtpUrl(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

function errorOf(reply: SmtpReply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}
