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

test("the list has fifty mails a page, newest first, and ways to the older and back", async () => {
  const idOf = (n: number) => `${1_795_000_000_000 + n}-0000`;
  const mails = Array.from({ length: 120 }, (_mail, n) => {
    return [idOf(n), MAIL.replace("Your <b>", `Mail ${n}; <b>`)] as const;
  });
  const pages = await openPages(Object.fromEntries(mails));
  const read = async (path: string) => {
    const text = await (await pages.request(path)).text();
    const way = (label: string) =>
      new RegExp(`href="/demo(/mail[^"]*)"[^>]*>${label}<`).exec(text)?.[1];
    const numbers = Array.from(text.matchAll(/Mail (\d+);/g), ([, n]) => Number(n));
    return { numbers, older: way("Older mails"), newest: way("Newest mails") };
  };
  const countdown = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_n, index) => from - index);
  const first = await read("/mail");
  expect(first).toEqual({
    numbers: countdown(119, 70),
    older: `/mail?before=${idOf(70)}`,
    newest: undefined,
  });
  const second = await read(first.older ?? "");
  expect(second).toMatchObject({ numbers: countdown(69, 20), newest: "/mail" });
  const last = await read(second.older ?? "");
  expect(last).toEqual({ numbers: countdown(19, 0), older: undefined, newest: "/mail" });
});

test("a mail without a text is in the list all the same", async () => {
  const pages = await openPages({ [ID]: "From: a@example.com\r\nSubject: Only a head" });
  expect(await (await pages.request("/mail")).text()).toContain("Only a head");
});

test("the list leads to each mail, and says what to do while it is empty", async () => {
  const list = async (mails: Record<string, string>) =>
    (await (await openPages(mails)).request("/mail")).text();
  expect(await list({ [ID]: MAIL })).toContain(`href="/demo/mail/${ID}"`);
  expect(await list({})).toContain("No mail yet.");
});
