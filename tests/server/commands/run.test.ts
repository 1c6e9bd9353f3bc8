import { expect, test } from "vitest";
import { run } from "../../../server/commands/run.ts";
import { COMMANDS } from "../../../server/commands/table.ts";
import { CommandError } from "../../../server/errors.ts";
import { capturePrinted } from "../../support/printed.ts";

const printed = capturePrinted();

const LIST = '"papercub help" lists the commands.';
const ADMIN =
  "Usage: papercub admin add EMAIL, or papercub admin remove EMAIL, or papercub admin link EMAIL. More: papercub admin --help";

test.each([
  [[], `No command given: ${LIST}`],
  [["constructor"], `There is no command "constructor": ${LIST}`],
  [["admin", "add"], ADMIN],
  [["admin", "add", ""], ADMIN],
  [["admin", "add", "--force"], ADMIN],
  [["admin", "add", "anna@example.com", "ben@example.com"], ADMIN],
  [["version", "2"], "Usage: papercub version. More: papercub version --help"],
])("the words %j are refused", async (words, message) => {
  const refused = await run(words).catch((error: unknown) => error);
  expect(refused).toEqual(new CommandError(message, 2));
  expect(refused).toMatchObject({ status: 2 });
  expect(printed()).toBe("");
});

test.each(["help", "--help", "-h"])("%s lists every public command", async (word) => {
  await run([word]);
  for (const [name, { summary, isInternal }] of Object.entries(COMMANDS)) {
    const line = expect.stringMatching(new RegExp(`^  ${name} +${summary}$`, "m"));
    expect(printed()).toEqual(isInternal ? expect.not.stringContaining(summary) : line);
  }
});

test.each(Object.entries(COMMANDS))(
  "%s --help prints its usage and runs nothing",
  async (name, command) => {
    await run([name, "--help"]);
    for (const way of command.usage) {
      expect(way.split(" ")[0]).toBe(name);
      expect(printed()).toContain(`papercub ${way}\n`);
    }
    expect(printed()).toContain(command.help);
  },
);
