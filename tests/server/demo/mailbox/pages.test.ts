import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMailbox } from "../../../../server/demo/mailbox/mailbox.ts";
import { mailboxPages } from "../../../../server/demo/mailbox/pages.ts";

const ID = "1795000000000-0000";
const MAIL = [
  "From: Papercub <hello@papercub.example>",
  "To: Anna <anna@example.com>",
  "Subject: Your <b>printables</b>",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<html><head></head><body><script>alert(1)</script><p>Here they are.</p></body></html>",
].join("\r\n");

async function openPages(mails: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "papercub-mailbox-"));
  for (const [id, mail] of Object.entries(mails)) {
    await writeFile(join(directory, `${id}.eml`), mail);
  }
  const mailbox = await openMailbox(directory);
  onTestFinished(async () => {
    await mailbox.close();
    await rm(directory, { recursive: true });
  });
  return mailboxPages(mailbox);
}

test.each([["/mail/1795000000000-0001"], ["/mail/..%2Fsecret"], ["/mail/x/body"]])(
  "%s is no mail",
  async (path) => {
    const answer = await (await openPages({ [ID]: MAIL })).request(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("There is no such mail");
  },
);

test("a mail may run no script and send no form, wherever it is opened", async () => {
  const answer = await (await openPages({ [ID]: MAIL })).request(`/mail/${ID}/body`);
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("script-src");
  const [, sandbox = ""] = /sandbox ([^;]*)/.exec(policy) ?? [];
  expect(sandbox.split(" ")).toEqual([
    "allow-same-origin",
    "allow-popups",
    "allow-popups-to-escape-sandbox",
  ]);
  expect(await answer.text()).toContain("Here they are.");
});

test("its page shows it in a frame that may run nothing either", async () => {
  const answer = await (await openPages({ [ID]: MAIL })).request(`/mail/${ID}`);
  const page = await answer.text();
  expect(page).toContain("Your &lt;b&gt;printables&lt;/b&gt;");
  expect(page).toContain("Anna &lt;anna@example.com&gt;");
  expect(page).toMatch(
    /<iframe[^>]*sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"/,
  );
  expect(page).not.toContain("alert(1)");
});

test("the list leads to each mail, and says what to do while it is empty", async () => {
  const list = async (mails: Record<string, string>) =>
    (await (await openPages(mails)).request("/mail")).text();
  expect(await list({ [ID]: MAIL })).toContain(`href="/demo/mail/${ID}"`);
  expect(await list({})).toContain("No mail yet.");
});
