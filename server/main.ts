import "./production.ts";
import type { Config } from "./config.ts";

// A command is loaded when it is known, and what has settings when they are good: printing the version
// or refusing a setting waits for neither React nor the database. It is also after production.ts has
// run, which static imports would not wait for (decision: lazy-commands).
const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  serve: () => withSettings(async (config) => (await import("./commands/serve.ts")).serve(config)),
  admin: (args) =>
    withSettings(async (config) => (await import("./commands/admin.ts")).admin(config, args)),
  seed: () => withSettings(async (config) => (await import("./commands/seed.ts")).seed(config)),
  version: async () => (await import("./commands/version.ts")).version(),
};

const [command = "serve", ...args] = process.argv.slice(2);
if (Object.hasOwn(COMMANDS, command)) await COMMANDS[command]?.(args);
else (await import("./commands/version.ts")).usage();

/** Runs a command with the settings of the environment; a bad one is printed and ends the process. */
async function withSettings(run: (config: Config) => Promise<void>): Promise<void> {
  const { ConfigError, loadConfig } = await import("./config.ts");
  try {
    await run(loadConfig(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    // What is open already, such as the port, would keep this process alive.
    process.exit(1);
  }
}
