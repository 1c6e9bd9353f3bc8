import packageJson from "../../package.json" with { type: "json" };

/** The command `version`. */
export function version(): void {
  process.stdout.write(`${packageJson.version}\n`);
}
