import PostalMime from "postal-mime";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emails } from "../../../db/schema.ts";
import type { Mail } from "../../../server/deps.ts";
import { UnknownMailbox } from "../../../server/errors.ts";
import { smtpMailer } from "../../../server/integrations/smtp.ts";
import { buy, openShop, type Shop } from "../../support/shop.ts";
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
};

describe("refused", () => {
  test("a connection that nobody takes", async () => {
    const mailer = smtpMailer({ url: "smtp://127.0.0.1:1", from: FROM });
    await expect(mailer.send(MAIL)).rejects.toThrow();
  });

  const refusedRecipient = async (code: number, text: string) => {
    const server = await openSmtpServer({ onRecipient: () => ({ code, text }) });
    const outcome = smtpMailer({ url: server.url, from: FROM }).send(MAIL);
    const error: unknown = await outcome.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining(`${code} ${text}`) });
    expect(server.received).toEqual([]);
    return error;
  };

  test.each([
    [550, "No such user"],
    [550, "5.1.1 <buyer@example.com>: user unknown"],
    [550, "5.2.1 The account is disabled"],
    [551, "User not local"],
    [553, "5.1.3 Bad destination mailbox address"],
    [550, "Unknown user"],
    [550, "Unrouteable address"],
    [550, "Requested action not taken: mailbox unknown"],
  ])("for good, a recipient that nobody is: %i %s", async (code, text) => {
    expect(await refusedRecipient(code, text)).toBeInstanceOf(UnknownMailbox);
  });

  test.each([
    [450, "4.2.1 Mailbox busy"],
    [452, "4.2.2 Mailbox full"],
    [550, "5.7.1 Listed by a blocklist"],
    [550, "relay not permitted"],
    [550, "Sender verify failed"],
    [550, "5.1.8 Sender address rejected: no such domain"],
    [553, "sorry, that domain is not in my list of allowed hosts"],
    [552, "5.2.2 Mailbox full"],
    [554, "5.7.1 Relay access denied"],
  ])("for now, a recipient that may be somebody: %i %s", async (code, text) => {
    expect(await refusedRecipient(code, text)).not.toBeInstanceOf(UnknownMailbox);
  });

  test.each([
    [451, "Try later"],
    [550, "5.7.1 Looks like spam"],
    [550, "Looks like spam"],
  ])("for now, data that the server will not have: %i %s", async (code, text) => {
    const server = await openSmtpServer({ onMail: () => ({ code, text }) });
    const outcome = smtpMailer({ url: server.url, from: FROM }).send(MAIL);
    const error: unknown = await outcome.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining(text) });
    expect(error).not.toBeInstanceOf(UnknownMailbox);
  });

  test("a server that takes the connection and then says nothing, after ten seconds", async () => {
    const server = await openSilentServer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = Date.now();
    const outcome = outcomeOf(smtpMailer({ url: server.url, from: FROM }).send(MAIL));
    await server.connected;
    await passTime(outcome);
    expect(await outcome.text).toMatch(/greeting|timeout/i);
    expect(Date.now() - started).toBeLessThanOrEqual(10_100);
  });
});

describe("a server that offers no encryption", () => {
  const at = (host: string, { url }: { url: string }) =>
    url.replace("//127.0.0.1", `//shop:secret@${host}`);

  // 0.0.0.0 leads here too, but is none of the names that mean this machine alone.
  test.each(["", "?ignoreTLS=true"])(
    "gets neither the password nor the mail when it is elsewhere (%j)",
    async (query) => {
      const server = await openSmtpServer();
      const url = at("0.0.0.0", server) + query;
      await expect(smtpMailer({ url, from: FROM }).send(MAIL)).rejects.toThrow("STARTTLS");
      expect(server.passwords).toEqual([]);
      expect(server.received).toEqual([]);
    },
  );

  test.each([
    ["127.0.0.1", ""],
    ["localhost", ""],
    ["LOCALHOST", ""],
    ["0.0.0.0", "?requireTLS=false"],
  ])("is trusted on this machine, and where its address says so (%s%s)", async (host, query) => {
    const server = await openSmtpServer();
    await smtpMailer({ url: at(host, server) + query, from: FROM }).send(MAIL);
    expect(server.passwords).toEqual(["secret"]);
    expect(server.received).toHaveLength(1);
  });
});

describe("what a body says is text, whoever wrote it", () => {
  test.each([
    ["a file of this machine", () => ({ path: import.meta.filename })],
    ["a page of this network", (url: string) => ({ href: url.replace("smtp:", "http:") })],
  ])("%s is not sent in its place", async (_name, bodyOf) => {
    const server = await openSmtpServer();
    const body = bodyOf(server.url) as unknown as string;
    for (const mail of [
      { ...MAIL, text: body },
      { ...MAIL, html: body },
    ]) {
      await expect(smtpMailer({ url: server.url, from: FROM }).send(mail)).rejects.toThrow(
        /access rejected/i,
      );
    }
    expect(server.received).toEqual([]);
  });
});

test("a mail arrives with both bodies, its own Message-ID, and asks for no automatic reply", async () => {
  const server = await openSmtpServer();
  await smtpMailer({ url: server.url, from: FROM }).send(MAIL);
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
  expect(mail.text?.trim()).toBe(MAIL.text);
  expect(mail.html?.trim()).toBe(MAIL.html);
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});

test.each([
  "buyer@example.com, thief@example.com",
  "buyer@example.com\r\nBcc: thief@example.com",
  '"thief@example.com "@example.com',
  "buyer@example.com>\r\nRCPT TO:<thief@example.com",
])("an address that smuggles another in (%j) never reaches the other", async (to) => {
  const server = await openSmtpServer();
  await smtpMailer({ url: server.url, from: FROM })
    .send({ ...MAIL, to })
    .catch(() => {});
  expect(server.received.flatMap((mail) => mail.to)).not.toContain("thief@example.com");
  for (const { raw } of server.received) expect(raw).not.toMatch(/^bcc:/im);
});

describe("with the queue, the mailer", () => {
  const row = ({ db }: Shop) => db.select().from(emails).all()[0];

  async function shopWith(server: { url: string }) {
    const shop = await openShop();
    const { send } = smtpMailer({ url: server.url, from: FROM });
    shop.mailer.send = async (mail) => void (await send(mail));
    return shop;
  }

  test("sends the delivery once", async () => {
    const server = await openSmtpServer();
    const shop = await shopWith(server);
    await buy(shop, shop.browser, { products: [shop.pack] });
    expect(server.received.map((mail) => mail.to)).toEqual([["buyer@example.com"]]);
    expect(row(shop)).toMatchObject({ status: "sent", attempts: 1 });
  });

  test("is refused with 451 once and delivers the same mail at the next try", async () => {
    const server = await openSmtpServer({
      onMail: (_mail, count) => (count === 1 ? { code: 451, text: "Greylisted" } : undefined),
    });
    const shop = await shopWith(server);
    await buy(shop, shop.browser, { products: [shop.pack] });
    expect(row(shop)).toMatchObject({ status: "queued", attempts: 1 });
    expect(row(shop)?.lastError).toMatch(/451 Greylisted/);
    shop.clock.advance(30_000);
    await shop.settle();
    expect(row(shop)).toMatchObject({ status: "sent", attempts: 2, lastError: null });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.raw).toContain(`Message-ID: ${row(shop)?.messageId}`);
  });

  test("is refused with 550 once and for all, and keeps the reason for the owner", async () => {
    const server = await openSmtpServer({
      onRecipient: () => ({ code: 550, text: "No such user" }),
    });
    const shop = await shopWith(server);
    await buy(shop, shop.browser, { products: [shop.pack] });
    shop.clock.advance(24 * 3_600_000);
    await shop.settle();
    expect(row(shop)).toMatchObject({ status: "dead", attempts: 1, sentAt: null });
    expect(row(shop)?.lastError).toMatch(/550 No such user/);
  });
});

function outcomeOf(sending: Promise<void>) {
  const outcome = { ended: false, text: Promise.resolve("") };
  outcome.text = sending
    .then(
      () => "sent",
      (error: Error) => error.message,
    )
    .finally(() => (outcome.ended = true));
  return outcome;
}

/** Lets the faked clock run until the sending has ended, a minute at most. */
async function passTime(outcome: { ended: boolean }) {
  for (let i = 0; i < 600 && !outcome.ended; i++) {
    await vi.advanceTimersByTimeAsync(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
