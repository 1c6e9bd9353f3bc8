// Compiles the store and dist/ into one executable: dist/papercub for this machine, or
// dist/papercub-TARGET with --target TARGET. Skipped if no source has changed.
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";
import { makeOnce } from "./lib/make-once.ts";

/** Package with better-sqlite3's native add-on, by target. */
const ADDONS = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-x64-musl": "linuxmusl-x64",
  "linux-arm64-musl": "linuxmusl-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
};
type Target = keyof typeof ADDONS;

const SOURCES = [
  "client",
  "db",
  "server",
  "scripts/compile.ts",
  "dist/client",
  "dist/printables",
  "package.json",
  "tsconfig.json",
  "bun.lock",
];
const BROWSER_ONLY = /\/admin-app\.tsx$/;

const { values } = parseArgs({ options: { target: { type: "string" } } });
const target = values.target ?? thisMachine();
if (!isTarget(target)) {
  process.stderr.write(`--target ${target}: take one of ${Object.keys(ADDONS).join(", ")}\n`);
  process.exit(2);
}
const name = values.target === undefined ? "papercub" : `papercub-${target}`;
await makeOnce({
  name,
  from: SOURCES,
  into: [join("dist", name)],
  async make() {
    process.stdout.write(`Compiling dist/${name}\n`);
    await compile(target, name);
  },
});

async function compile(target: Target, name: string): Promise<void> {
  // Compile in a temporary folder, then rename: a running store keeps the old file.
  const folder = await mkdtemp("dist/compiled-");
  try {
    await Bun.build({
      entrypoints: ["server/main.ts"],
      target: "bun",
      format: "esm",
      plugins: [storeFor(target)],
      // Select React's production build, whatever NODE_ENV is at run time.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      splitting: true,
      bytecode: true,
      minify: { whitespace: true, syntax: true },
      sourcemap: "linked",
      compile: {
        target: `bun-${target}`,
        ...(target === thisMachine() && { executablePath: process.execPath }),
        outfile: join(folder, name),
        assets: ["dist/client", "dist/printables"],
        // Ignore configuration files in the working directory.
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    await rename(join(folder, name), join("dist", name));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Resolves the target's native add-on, and leaves out browser-only modules. */
function storeFor(target: Target): BunPlugin {
  return {
    name: "store",
    setup(build) {
      const addon = import.meta.resolve(`better-sqlite3/${ADDONS[target]}`);
      build.onResolve({ filter: /^better-sqlite3$/ }, () => ({ path: Bun.fileURLToPath(addon) }));
      build.onResolve({ filter: BROWSER_ONLY }, ({ path }) => ({ path, external: true }));
    },
  };
}

function thisMachine(): string {
  const musl = existsSync("/etc/alpine-release") ? "-musl" : "";
  return `${process.platform}-${process.arch}${musl}`;
}

function isTarget(name: string): name is Target {
  return Object.hasOwn(ADDONS, name);
}
