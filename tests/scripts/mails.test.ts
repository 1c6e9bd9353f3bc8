import { expect, test } from "vitest";
import { runMails } from "../../scripts/faults/mails/run.ts";

test("5 kills while 100 mails are sent lose none, and double one for each sender at most", async () => {
  const { line, problems } = await runMails({ mails: 100, kills: 5, seed: 1 });
  expect(problems).toEqual([]);
  expect(line).toMatch(/^mails 100, kills 5, received 1[012]\d, /);
}, 600_000);
