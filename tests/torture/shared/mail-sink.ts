import { SMTPServer } from "smtp-server";

export type TakenMail = { messageId: string; recipient: string };

export type MailSink = {
  url: string;
  /** Every mail that was received whole, in order; one that was sent twice stands here twice. */
  taken: TakenMail[];
  /** Resolves when `count` mails in all have been taken. */
  reached: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

/** A real mail server on a loopback port that notes whose mail it took and under what name. */
export async function openMailSink(): Promise<MailSink> {
  const taken: TakenMail[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      // A sender that was killed half-way has sent no mail.
      stream.on("error", (error: Error) => done(error));
      stream.on("end", () => {
        const [to] = envelope.rcptTo;
        const messageId = messageIdOf(Buffer.concat(chunks).toString());
        taken.push({ messageId, recipient: to?.address ?? "" });
        for (const { count, resolve } of waiting) if (taken.length >= count) resolve();
        waiting = waiting.filter(({ count }) => taken.length < count);
        done();
      });
    },
  });
  const port = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    reached: (count) =>
      taken.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const MESSAGE_ID = /^message-id:\s*(<[^>]*>)/im;

function messageIdOf(raw: string): string {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
  return MESSAGE_ID.exec(head)?.[1] ?? "";
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve) => {
    // The store is killed in the middle of a sentence: that is what this is for.
    server.on("error", () => {});
    server.listen(0, "127.0.0.1", () => {
      const address = server.server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
