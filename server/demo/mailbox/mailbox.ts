import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { id: string; receivedAt: Date; mail: Email };

export type MailPage = {
  /** Newest first, each as far as its head: without its texts. */
  mails: ReceivedMail[];
  /** What leads to the page that follows; undefined on the last one. */
  olderThan: string | undefined;
};

export type Mailbox = {
  /** Where the store sends its mails. */
  smtpUrl: string;
  /** A page of mails: the newest, or the newest of those before the mail with this id. */
  list: (before?: string) => Promise<MailPage>;
  find: (id: string) => Promise<ReceivedMail | undefined>;
  close: () => Promise<void>;
};

/** Nobody has these addresses, so that the demo can show what becomes of a mistyped one. */
const NOBODY = /^nobody/i;
const MAIL_ID = /^\d{13}-\d{4}$/;
const MAILS_A_PAGE = 50;
const END_OF_HEAD = "\r\n\r\n";

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

  const read = (id: string) => readFile(join(directory, `${id}.eml`)).catch(() => undefined);
  const find = async (id: string): Promise<ReceivedMail | undefined> => {
    const raw = MAIL_ID.test(id) ? await read(id) : undefined;
    return raw && parse(id, raw);
  };
  const findHead = async (id: string): Promise<ReceivedMail | undefined> => {
    const raw = await read(id);
    const end = raw?.indexOf(END_OF_HEAD) ?? -1;
    return raw && parse(id, end < 0 ? raw : raw.subarray(0, end));
  };
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    find,
    async list(before) {
      const names = (await readdir(directory)).filter((name) => name.endsWith(".eml"));
      const ids = names
        .map((name) => name.slice(0, -".eml".length))
        .filter((id) => before === undefined || id < before)
        .toSorted()
        .toReversed();
      const shown = ids.slice(0, MAILS_A_PAGE);
      const mails = await Promise.all(shown.map(findHead));
      return {
        mails: mails.filter((mail) => mail !== undefined),
        olderThan: ids.length > shown.length ? shown.at(-1) : undefined,
      };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function parse(id: string, raw: Buffer): Promise<ReceivedMail> {
  return { id, receivedAt: new Date(Number(id.slice(0, 13))), mail: await PostalMime.parse(raw) };
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
