import { CommandError } from "../errors.ts";
import { type Command, COMMANDS } from "./table.ts";

const LIST = '"papercub help" lists the commands.';
const HELP = /^(?:--help|-h)$/;

/** Runs a command or prints help. Throws CommandError on unknown commands, bad usage or failure. */
export async function run([name, ...args]: string[]): Promise<void> {
  if (name === undefined) throw new CommandError(`No command given: ${LIST}`, 2);
  if (name === "help" || HELP.test(name)) return say(listOfCommands());
  const command = findCommand(name);
  if (!command) throw new CommandError(`There is no command "${name}": ${LIST}`, 2);
  if (args.some((arg) => HELP.test(arg))) return say(helpOf(command));
  if (!command.usage.some((usage) => fits([name, ...args], usage.split(" ")))) {
    const ways = command.usage.map((usage) => `papercub ${usage}`).join(", or ");
    throw new CommandError(`Usage: ${ways}. More: papercub ${name} --help`, 2);
  }
  return command.run(args);
}

export function findCommand(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

function fits(words: string[], usage: string[]): boolean {
  const isGiven = (expected: string) => /^[A-Z]+$/.test(expected);
  return (
    words.length === usage.length &&
    usage.every((expected, index) => {
      const word = words[index] ?? "";
      return isGiven(expected) ? /^[^-]/.test(word) : word === expected;
    })
  );
}

function listOfCommands(): string {
  const listed = Object.entries(COMMANDS).filter(([, { isInternal }]) => !isInternal);
  const width = Math.max(...listed.map(([name]) => name.length));
  const lines = listed.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: papercub COMMAND\n\n${lines.join("\n")}\n\nHelp for one: papercub COMMAND --help`;
}

function helpOf({ usage, help }: Command): string {
  return `Usage: ${usage.map((way) => `papercub ${way}`).join("\n       ")}\n\n${help}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
