import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { id: string; receivedAt: Date; mail: Email };

export type MailPage = {
  /** Newest first. */
  mails: ReceivedMail[];
  /** Id of the last mail on this page; undefined when there are no older ones. */
  olderThan: string | undefined;
};

export type Mailbox = {
  smtpUrl: string;
  /** Lists the newest mails, or those older than the mail with this id. */
  list: (before?: string) => Promise<MailPage>;
  find: (id: string) => Promise<ReceivedMail | undefined>;
  /** Deletes all mails. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

/** Addresses that the mailbox rejects, to demonstrate a mistyped email. */
const UNKNOWN = /^nobody/i;
const MAIL_ID = /^\d{13}-\d{4}$/;
const MAILS_A_PAGE = 50;

/**
 * Starts the demo's mail server: SMTP on a loopback port. Stores mails as .eml files in `directory`
 * and forwards nothing. Rejects addresses that start with "nobody".
 */
export async function openMailbox(directory: string): Promise<Mailbox> {
  await mkdir(directory, { recursive: true });
  let counter = 0;
  const save = async (raw: Buffer) => {
    const id = `${Date.now()}-${String(counter++ % 10_000).padStart(4, "0")}`;
    await writeFile(join(directory, `${id}.part`), raw);
    await rename(join(directory, `${id}.part`), join(directory, `${id}.eml`));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const unknown = Object.assign(new Error("5.1.1 No such mailbox here"), { responseCode: 550 });
      done(UNKNOWN.test(address) ? unknown : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => void save(Buffer.concat(chunks)).then(() => done(), done));
    },
  });
  const port = await listen(server);

  const find = async (id: string): Promise<ReceivedMail | undefined> => {
    if (!MAIL_ID.test(id)) return undefined;
    const raw = await readFile(join(directory, `${id}.eml`)).catch(() => undefined);
    if (!raw) return undefined;
    const receivedAt = new Date(Number(id.slice(0, 13)));
    return { id, receivedAt, mail: await PostalMime.parse(raw) };
  };
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    find,
    async list(before) {
      const ids = (await readdir(directory))
        .filter((name) => name.endsWith(".eml"))
        .map((name) => name.slice(0, -".eml".length))
        .filter((id) => before === undefined || id < before)
        .toSorted()
        .toReversed();
      const shown = ids.slice(0, MAILS_A_PAGE);
      const mails = await Promise.all(shown.map(find));
      return {
        mails: mails.filter((mail) => mail !== undefined),
        olderThan: ids.length > shown.length ? shown.at(-1) : undefined,
      };
    },
    async clear() {
      const names = await readdir(directory);
      await Promise.all(names.map((name) => rm(join(directory, name), { force: true })));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      // A client that disconnects early is not an error.
      server.on("error", () => {});
      const address = server.server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
