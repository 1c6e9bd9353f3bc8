import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { id: string; receivedAt: Date; mail: Email };

export type Mailbox = {
  /** Where the store sends its mails. */
  smtpUrl: string;
  /** Newest first. */
  list: () => Promise<ReceivedMail[]>;
  find: (id: string) => Promise<ReceivedMail | undefined>;
  close: () => Promise<void>;
};

/** Nobody has these addresses, so that the demo can show what becomes of a mistyped one. */
const NOBODY = /^nobody/i;
const MAIL_ID = /^\d{13}-\d{4}$/;

/**
 * The demo's mail server: a real SMTP server on a loopback port that keeps every mail as an .eml
 * file in `directory` and sends nothing on. Addresses that begin with "nobody" it refuses.
 */
export async function openMailbox(directory: string): Promise<Mailbox> {
  await mkdir(directory, { recursive: true });
  let counter = 0;
  const keep = async (raw: Buffer) => {
    const id = `${Date.now()}-${String(counter++ % 10_000).padStart(4, "0")}`;
    await writeFile(join(directory, `${id}.part`), raw);
    await rename(join(directory, `${id}.part`), join(directory, `${id}.eml`));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(NOBODY.test(address) ? unknownMailbox() : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => void keep(Buffer.concat(chunks)).then(() => done(), done));
    },
  });
  const port = await listen(server);

  const find = async (id: string): Promise<ReceivedMail | undefined> => {
    if (!MAIL_ID.test(id)) return undefined;
    const raw = await readFile(join(directory, `${id}.eml`)).catch(() => undefined);
    if (!raw) return undefined;
    return { id, receivedAt: new Date(Number(id.slice(0, 13))), mail: await PostalMime.parse(raw) };
  };
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    find,
    async list() {
      const names = (await readdir(directory)).filter((name) => name.endsWith(".eml"));
      const ids = names
        .map((name) => name.slice(0, -".eml".length))
        .toSorted()
        .toReversed();
      const mails = await Promise.all(ids.map(find));
      return mails.filter((mail) => mail !== undefined);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function unknownMailbox(): Error {
  return Object.assign(new Error("5.1.1 No such mailbox here"), { responseCode: 550 });
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      // A buyer's program that hangs up early is no fault of the store.
      server.on("error", () => {});
      const address = server.server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
