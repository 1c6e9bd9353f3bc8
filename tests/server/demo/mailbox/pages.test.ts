import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMailbox } from "../../../../server/demo/mailbox/mailbox.ts";
import { mailboxPages } from "../../../../server/demo/mailbox/pages.ts";

const idOf = (n: number) => `${1_795_000_000_000 + n}-0000`;
const ID = idOf(0);
const SANDBOX = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";
const MAIL = [
  "From: Papercub <hello@papercub.example>",
  "To: Anna <anna@example.com>",
  "Subject: Your <b>printables</b>",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<html><head></head><body><script>alert(1)</script><p>Here they are.</p></body></html>",
].join("\r\n");

async function openPages(mails: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), "papercub-mailbox-"));
  for (const [id, mail] of Object.entries(mails)) {
    await writeFile(join(directory, `${id}.eml`), mail);
  }
  const mailbox = await openMailbox(directory);
  onTestFinished(async () => {
    await mailbox.close();
    await rm(directory, { recursive: true });
  });
  const pages = mailboxPages(mailbox);
  return async (path: string) => {
    const answer = await pages.request(path);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    return { status: answer.status, policy, text: await answer.text() };
  };
}

test.each([["/mail/1795000000000-0001"], ["/mail/..%2Fsecret"], ["/mail/x/body"]])(
  "%s is not found",
  async (path) => {
    const { status, text } = await (await openPages({ [ID]: MAIL }))(path);
    expect(status).toBe(404);
    expect(text).toContain("There is no such mail");
  },
);

test("a mail runs no script and sends no form", async () => {
  const open = await openPages({ [ID]: MAIL });
  const body = await open(`/mail/${ID}/body`);
  expect(body.text).toContain("Here they are.");
  expect(body.policy).toContain("default-src 'none'");
  expect(body.policy).not.toContain("script-src");
  expect(/sandbox ([^;]*)/.exec(body.policy)?.[1]).toBe(SANDBOX);
  const page = await open(`/mail/${ID}`);
  expect(page.text).toContain("Your &lt;b&gt;printables&lt;/b&gt;");
  expect(page.text).toContain("Anna &lt;anna@example.com&gt;");
  expect(page.text).toMatch(new RegExp(`<iframe[^>]*sandbox="${SANDBOX}"`));
  expect(page.text).not.toContain("alert(1)");
});

test("the list has pages of fifty, newest first, with links to older mails and back", async () => {
  const mails = Array.from({ length: 60 }, (_mail, n) => [
    idOf(n),
    MAIL.replace("Your <b>", `Mail ${n}; <b>`),
  ]);
  const open = await openPages(Object.fromEntries(mails));
  const read = async (path: string) => {
    const { text } = await open(path);
    const linkOf = (label: string) =>
      new RegExp(`href="/demo(/mail[^"]*)"[^>]*>${label}<`).exec(text)?.[1];
    const numbers = Array.from(text.matchAll(/Mail (\d+);/g), ([, n]) => Number(n));
    return { numbers, older: linkOf("Older mails"), newest: linkOf("Newest mails"), text };
  };
  const numbers = Array.from({ length: 60 }, (_mail, n) => 59 - n);
  const first = await read("/mail");
  expect(first.text).toContain(`href="/demo/mail/${idOf(59)}"`);
  expect(first).toMatchObject({ numbers: numbers.slice(0, 50), newest: undefined });
  expect(await read(first.older ?? "")).toMatchObject({
    numbers: numbers.slice(50),
    older: undefined,
    newest: "/mail",
  });
});

test("the list contains a mail without a text, and says when there is none", async () => {
  const mail = "From: a@example.com\r\nSubject: Only a head";
  expect((await (await openPages({ [ID]: mail }))("/mail")).text).toContain("Only a head");
  expect((await (await openPages({}))("/mail")).text).toContain("No mail yet.");
});
