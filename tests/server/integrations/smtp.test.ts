import PostalMime from "postal-mime";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Mail } from "../../../server/ports/mail.ts";
import { UnknownMailbox } from "../../../server/errors.ts";
import { smtpMailer } from "../../../server/integrations/smtp.ts";
import { openSilentServer, openSmtpServer } from "../../support/smtp-stub.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const FROM = "Papercub <hello@papercub.example>";
const MAIL: Mail = {
  to: "buyer@example.com",
  subject: "Your printables – bereit 🦖",
  text: "Plain text.\n.\nA dot alone on its line.",
  html: "<p>Hyper <b>text</b></p>",
  messageId: "<one-and-only@papercub>",
  replyTo: "help@papercub.example",
  senderName: "Bee, Prints & „Söhne“",
};

const send = (url: string, mail: Partial<Mail> = {}) =>
  smtpMailer({ url, from: FROM }).send({ ...MAIL, ...mail });
const failureOf = (sending: Promise<void>) => sending.catch((error: unknown) => error);

describe("refused", () => {
  test("a connection that no server takes", async () => {
    await expect(send("smtp://127.0.0.1:1")).rejects.toThrow();
  });

  test.each([
    ["for good", 550, "No such user"],
    ["for good", 550, "5.1.1 <buyer@example.com>: user unknown"],
    ["for good", 550, "5.2.1 The account is disabled"],
    ["for good", 551, "User not local"],
    ["for good", 553, "5.1.3 Bad destination mailbox address"],
    ["for good", 550, "Unknown user"],
    ["for good", 550, "Unrouteable address"],
    ["for good", 550, "Requested action not taken: mailbox unknown"],
    ["for now", 450, "4.2.1 Mailbox busy"],
    ["for now", 452, "4.2.2 Mailbox full"],
    ["for now", 550, "5.7.1 Listed by a blocklist"],
    ["for now", 550, "relay not permitted"],
    ["for now", 550, "Sender verify failed"],
    ["for now", 550, "5.1.8 Sender address rejected: no such domain"],
    ["for now", 553, "sorry, that domain is not in my list of allowed hosts"],
    ["for now", 552, "5.2.2 Mailbox full"],
    ["for now", 554, "5.7.1 Relay access denied"],
  ])("%s, a recipient: %i %s", async (until, code, text) => {
    const server = await openSmtpServer({ onRecipient: () => ({ code, text }) });
    const error = await failureOf(send(server.url));
    expect(error).toMatchObject({ message: expect.stringContaining(`${code} ${text}`) });
    expect(error instanceof UnknownMailbox).toBe(until === "for good");
    expect(server.received).toEqual([]);
  });

  test.each([
    [451, "Try later"],
    [550, "5.7.1 Looks like spam"],
    [550, "No such user, as it looks to us now"],
  ])("for now, data that the server will not have: %i %s", async (code, text) => {
    const server = await openSmtpServer({ onMail: () => ({ code, text }) });
    const error = await failureOf(send(server.url));
    expect(error).toMatchObject({ message: expect.stringContaining(text) });
    expect(error).not.toBeInstanceOf(UnknownMailbox);
  });

  test("a server that takes the connection and then says nothing, after ten seconds", async () => {
    const server = await openSilentServer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = Date.now();
    let failure: unknown;
    void failureOf(send(server.url)).then((error) => (failure = error ?? "sent"));
    await server.connected;
    while (!failure && Date.now() - started < 60_000) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(String(failure)).toMatch(/greeting|timeout/i);
    expect(Date.now() - started).toBeLessThanOrEqual(10_100);
  });
});

describe("a server that offers no encryption", () => {
  const at = (host: string, { url }: { url: string }) =>
    url.replace("//127.0.0.1", `//shop:secret@${host}`);

  // 0.0.0.0 reaches the same server, but is not a loopback name, so it counts as remote.
  test.each(["", "?ignoreTLS=true"])(
    "gets neither the password nor the mail when it is elsewhere (%j)",
    async (query) => {
      const server = await openSmtpServer();
      await expect(send(at("0.0.0.0", server) + query)).rejects.toThrow("STARTTLS");
      expect(server).toMatchObject({ passwords: [], received: [] });
    },
  );

  test.each([
    ["127.0.0.1", ""],
    ["localhost", ""],
    ["LOCALHOST", ""],
    ["0.0.0.0", "?requireTLS=false"],
  ])("is trusted on this machine, and where its address says so (%s%s)", async (host, query) => {
    const server = await openSmtpServer();
    await send(at(host, server) + query);
    expect(server.passwords).toEqual(["secret"]);
    expect(server.received).toHaveLength(1);
  });
});

test.each([
  ["a file of this machine", () => ({ path: import.meta.filename })],
  ["a page of this network", (url: string) => ({ href: url.replace("smtp:", "http:") })],
])("what a body says is text: %s is not sent in its place", async (_name, bodyOf) => {
  const server = await openSmtpServer();
  const body = bodyOf(server.url) as unknown as string;
  for (const part of [{ text: body }, { html: body }]) {
    await expect(send(server.url, part)).rejects.toThrow(/access rejected/i);
  }
  expect(server.received).toEqual([]);
});

test("a mail arrives with both bodies, its own Message-ID, and asks for no automatic reply", async () => {
  const server = await openSmtpServer();
  await send(server.url);
  const [received] = server.received;
  expect(received).toMatchObject({ from: "hello@papercub.example", to: ["buyer@example.com"] });
  const mail = await PostalMime.parse(received?.raw ?? "");
  expect(mail).toMatchObject({
    subject: MAIL.subject,
    messageId: MAIL.messageId,
    from: { name: "Papercub", address: "hello@papercub.example" },
    to: [{ address: "buyer@example.com" }],
    replyTo: [{ address: "help@papercub.example" }],
  });
  expect([mail.text?.trim(), mail.html?.trim()]).toEqual([MAIL.text, MAIL.html]);
  const automatic = { key: "auto-submitted", value: "auto-generated" };
  expect(mail.headers).toContainEqual(expect.objectContaining(automatic));
});

test("a sender without a name gets the shop's name", async () => {
  const server = await openSmtpServer();
  await smtpMailer({ url: server.url, from: "hello@bee.example" }).send(MAIL);
  const { from } = await PostalMime.parse(server.received[0]?.raw ?? "");
  expect(from).toEqual({ name: MAIL.senderName, address: "hello@bee.example" });
});

test.each([
  [undefined, []],
  [
    "https://shop.example/mails/stop?token=news.a.b",
    [
      ["list-unsubscribe", "<https://shop.example/mails/stop?token=news.a.b>"],
      ["list-unsubscribe-post", "List-Unsubscribe=One-Click"],
    ],
  ],
])("a mail that can be stopped by %s has the headers of RFC 8058", async (stopUrl, expected) => {
  const server = await openSmtpServer();
  await send(server.url, stopUrl === undefined ? {} : { stopUrl });
  const { headers } = await PostalMime.parse(server.received[0]?.raw ?? "");
  const found = headers.filter(({ key }) => key.startsWith("list-"));
  expect(found.map(({ key, value }) => [key, value])).toEqual(expected);
});

test.each([
  "buyer@example.com, thief@example.com",
  "buyer@example.com\r\nBcc: thief@example.com",
  '"thief@example.com "@example.com',
  "buyer@example.com>\r\nRCPT TO:<thief@example.com",
])("an address that smuggles another in (%j) never reaches the other", async (to) => {
  const server = await openSmtpServer();
  await failureOf(send(server.url, { to }));
  expect(server.received.flatMap((mail) => mail.to)).not.toContain("thief@example.com");
  for (const { raw } of server.received) expect(raw).not.toMatch(/^bcc:/im);
});
