import Database from "better-sqlite3";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { checkMails } from "./mails/check-mails.ts";
import { queueMails } from "./mails/queue.ts";
import { type DataDir, makeDataDir } from "./shared/data-dir.ts";
import type { TakenMail } from "./shared/mail-sink.ts";

let dataDir: DataDir;
let taken: TakenMail[];

beforeEach(async () => {
  dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  queueMails(dataDir, 3);
  const sqlite = new Database(dataDir.database);
  sqlite.exec("UPDATE emails SET status = 'sent'");
  taken = sqlite
    .prepare<[], TakenMail>("SELECT message_id AS messageId, recipient FROM emails ORDER BY id")
    .all();
  sqlite.close();
});

const check = (allowedDuplicates = 0) => checkMails(dataDir.database, { taken, allowedDuplicates });

test("every mail once is fine", () => {
  expect(check()).toEqual({ findings: [], duplicates: 0, mostCopies: 1 });
});

test("a mail that nobody received is lost, whatever its row says", () => {
  taken.pop();
  expect(check().findings).toEqual([{ kind: "lost", what: "the mail to buyer-3@example.com" }]);
});

test("a mail that was given up is lost", () => {
  const sqlite = new Database(dataDir.database);
  sqlite.exec("UPDATE emails SET status = 'dead', last_error = 'too often' WHERE id = 2");
  sqlite.close();
  expect(check().findings).toEqual([
    { kind: "lost", what: "the mail to buyer-2@example.com is dead: too often" },
  ]);
});

test("copies are counted and may not be more than allowed", () => {
  taken.push(...taken.slice(0, 1), ...taken.slice(0, 1));
  expect(check(2)).toEqual({ findings: [], duplicates: 2, mostCopies: 3 });
  expect(check(1).findings).toEqual([{ kind: "doubled", what: "2 copies, where 1 may be" }]);
});

test("a copy under another Message-ID is a second mail", () => {
  taken.push({ recipient: "buyer-1@example.com", messageId: "<other@papercub>" });
  expect(check(1).findings).toEqual([
    { kind: "doubled", what: "Message-IDs of the mail to buyer-1@example.com" },
  ]);
});
