import "./process/production.ts";
import { findCommand, run } from "./commands/run.ts";
import { CommandError } from "./errors.ts";
import { scrub } from "./process/redact.ts";

const words = process.argv.slice(2);
const [name = ""] = words;

// Bun prints the source around what is caught nowhere.
process.on("uncaughtException", end);
process.on("unhandledRejection", end);
await run(words).catch(end);

/**
 * Ends the program with what a person is to be told, and with the status: 1 for what failed, 2 for words
 * that are no call of a command. Where in the program it failed stands in the log of a command that has
 * one.
 */
async function end(error: unknown): Promise<never> {
  const { message, status } = error instanceof CommandError ? error : unforeseen(error);
  // At once: nothing may be left that keeps this process waiting for more.
  process.exitCode = status;
  process.stderr.write(`${message}\n`);
  if (!(error instanceof CommandError) && findCommand(name)?.hasLog) {
    (await import("./log.ts")).createLog({ level: "fatal" }).fatal({ err: error });
  }
  // What is open already, such as the port, would keep it alive.
  process.exit(status);
}

function unforeseen(error: unknown): CommandError {
  const [line] = scrub(error instanceof Error ? error.message : String(error)).split("\n");
  const does = error instanceof Error && "code" in error && error.code === "ERR_DLOPEN_FAILED";
  // It is unpacked from the executable (decision: one-executable).
  const hint = does
    ? ". The database needs libstdc++, and a TMPDIR in which this user may write and run programs."
    : "";
  return new CommandError(`papercub ${name} failed: ${line}${hint}`);
}
