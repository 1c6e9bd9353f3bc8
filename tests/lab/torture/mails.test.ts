import { expect, test } from "vitest";
import { runMails } from "./mails.ts";

test("a kill while 20 mails are sent loses none, and doubles one for each sender at most", async () => {
  const { line, problems } = await runMails({ mails: 20, kills: 1, seed: 1 });
  expect(problems).toEqual([]);
  expect(line).toMatch(/^mails 20, kills 1, received 2[0-4], /);
}, 120_000);
