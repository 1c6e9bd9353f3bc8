import "./process/production.ts";
import { findCommand, run } from "./commands/run.ts";
import { errorCodeOf, CommandError } from "./errors.ts";
import { scrub } from "./process/redact.ts";

const words = process.argv.slice(2);
const [name = ""] = words;

// Bun prints source code for uncaught errors.
process.on("uncaughtException", end);
process.on("unhandledRejection", end);
await run(words).catch(end);

/** Prints the error in one line and exits with status 1 (failed) or 2 (wrong arguments). */
async function end(error: unknown): Promise<never> {
  const { message, status } = error instanceof CommandError ? error : unforeseen(error);
  process.exitCode = status;
  process.stderr.write(`${message}\n`);
  if (!(error instanceof CommandError) && findCommand(name)?.hasLog) {
    (await import("./log.ts")).createLog({ level: "fatal" }).fatal({ err: error });
  }
  process.exit(status);
}

function unforeseen(error: unknown): CommandError {
  const [line] = scrub(error instanceof Error ? error.message : String(error)).split("\n");
  const isNative = errorCodeOf(error) === "ERR_DLOPEN_FAILED";
  const hint = isNative
    ? ". The database needs libstdc++, and a TMPDIR in which this user may write and run programs."
    : "";
  return new CommandError(`papercub ${name} failed: ${line}${hint}`);
}
