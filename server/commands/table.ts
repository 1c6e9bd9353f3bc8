import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config.ts";

export type Command = {
  /** All forms of the command line; words in capitals are placeholders. */
  usage: readonly [string, ...string[]];
  summary: string;
  /** Text of `--help`: effects, whether the store may be running, exit status. */
  help: string;
  /** Whether the command runs unattended, so that unexpected errors are also logged. */
  hasLog?: boolean;
  /** Whether only this program runs the command; internal commands are not listed. */
  isInternal?: boolean;
  /** Runs the command. `args` match one line of `usage`. Throws a CommandError on failure. */
  run: (args: string[]) => Promise<void>;
};

export const COMMANDS: Record<string, Command> = {
  serve: {
    usage: ["serve"],
    summary: "start the store",
    help: `Serves the shop until it gets SIGTERM or SIGINT; then it finishes running requests and ends with
status 0. Settings are environment variables; a missing or bad one is named and ends it with status 1.
One store at a time serves from a DATA_DIR.`,
    hasLog: true,
    run: withSettings(async (config) => (await import("./serve.ts")).serve(config)),
  },
  admin: {
    usage: ["admin add EMAIL", "admin remove EMAIL", "admin link EMAIL"],
    summary: "manage administrators, or print a link that signs one in",
    help: `Adds or removes an administrator, in addition to those in ADMIN_EMAILS. The last administrator
cannot be removed. link prints a URL for an administrator who gets no mail: it signs them in once, within
an hour, in any browser. May be run while the store serves, with the same settings.`,
    run: withSettings(async (config, args) => (await import("./admin.ts")).admin(config, args)),
  },
  seed: {
    usage: ["seed"],
    summary: "fill the demo catalogue",
    help: `Stores the demo's products and printables, or what is new in them. A store may serve meanwhile,
with the same settings.`,
    run: withSettings(async (config) => (await import("./seed.ts")).seed(config)),
  },
  backup: {
    usage: ["backup FILE"],
    summary: "write one archive of the whole store",
    help: `Writes database, stored files and secret to one tar archive, as of one moment, and reads it back. A
store may serve meanwhile, with the same settings. Files in a bucket are not included. Ends with status 1
when nothing was written, or when stored files could not be read.`,
    run: withSettings(async (config, args) => (await import("./backup.ts")).backup(config, args)),
  },
  restore: {
    usage: ["restore FILE", "restore FILE --other-secret"],
    summary: "replace the data by a backup",
    help: `Checks a backup and replaces the database in DATA_DIR by it. The previous database is kept there for 30
days. FILE may also be a copy of the database alone, such as those made before a migration, or the
previous database of an earlier restore. Stop the store first. --other-secret accepts a backup that was
made with another APP_SECRET. Ends with status 1 when nothing was changed.`,
    run: withSettings(async (config, args) => (await import("./restore.ts")).restore(config, args)),
  },
  ping: {
    usage: ["ping"],
    summary: "ask the store whether it is ready",
    help: `Asks the store with the same settings on this machine whether it is ready: status 0 when it is, 1 when
it is not or does not respond in three seconds. For health checks where there is no curl.`,
    run: withSettings(async (config) => (await import("./ping.ts")).ping(config)),
  },
  doctor: {
    usage: ["doctor"],
    summary: "check settings, data and connections",
    help: `Checks the settings, the data folder and its database, the disk, backups, the payment provider, the
mail server and the clock, and prints a line for each: ok, warn, bad or unknown, with what to do. It
changes nothing, and a store may serve meanwhile. Status 1 when a line is bad.`,
    run: async () => (await import("./doctor.ts")).doctor(process.env),
  },
  worker: {
    usage: ["worker"],
    summary: "do long work for a serving store",
    help: "A serving store starts this command for long work. It does nothing when you run it yourself.",
    isInternal: true,
    run: async () => {
      const { builtContent } = await import("../../client/content/built-content.ts");
      (await import("../process/answer-calls.ts")).answerCalls(builtContent);
    },
  },
  version: {
    usage: ["version"],
    summary: "print the version",
    help: "Prints the version of this program.",
    run: async () => void process.stdout.write(`${packageJson.version}\n`),
  },
};

/** Validates the settings before importing the command, so that a bad setting fails fast. */
function withSettings(run: (config: Config, args: string[]) => Promise<void>): Command["run"] {
  return async (args) => {
    const { loadConfig } = await import("../config.ts");
    return run(loadConfig(process.env), args);
  };
}
