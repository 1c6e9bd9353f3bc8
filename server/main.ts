import "./production.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { seed } from "./seed.ts";
import { serve } from "./serve.ts";
import packageJson from "../package.json" with { type: "json" };

const USAGE = `papercub ${packageJson.version}

  serve     start the store
  seed      fill the demo catalogue
  version   print the version
`;

const [command = "serve"] = process.argv.slice(2);

try {
  if (command === "serve") await serve(loadConfig(process.env));
  else if (command === "seed") await seed(loadConfig(process.env));
  else if (command === "version") process.stdout.write(`${packageJson.version}\n`);
  else {
    process.stderr.write(USAGE);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  // What is open already, such as the port, would keep this process alive.
  process.exit(1);
}
