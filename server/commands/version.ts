import packageJson from "../../package.json" with { type: "json" };

const USAGE = `papercub ${packageJson.version}

  serve     start the store
  seed      fill the demo catalogue
  admin add EMAIL      let the owner of this email administer the shop
  admin remove EMAIL   do not any more
  version   print the version
`;

/** The command `version`. */
export function version(): void {
  process.stdout.write(`${packageJson.version}\n`);
}

/** Tells which commands there are, because none of them was asked for. */
export function usage(): void {
  process.stderr.write(USAGE);
  process.exitCode = 1;
}
