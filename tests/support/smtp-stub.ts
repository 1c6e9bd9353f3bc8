import { createServer, type Socket } from "node:net";
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

/** A real mail server on a free loopback port that keeps what it takes. */
export async function openSmtpServer(behaviour: Behaviour = {}) {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.server.address();
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    received,
    /** Those that anybody has signed in with; all of them came in clear. */
    passwords,
  };
}

/** A server that takes connections and never says a word. */
export async function openSilentServer() {
  const connected = Promise.withResolvers<void>();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    connected.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    /** Resolves at the first connection. */
    connected: connected.promise,
  };
}

function errorOf(reply: SmtpReply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}
