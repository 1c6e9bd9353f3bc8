// Compiles the store and what scripts/build.ts has made into one executable: dist/papercub for this
// machine, dist/papercub-TARGET with --target TARGET. One that was compiled from these very sources stays
// (decision: one-executable).
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";
import { makeOnce } from "./lib/make-once.ts";

/** The add-on of better-sqlite3 for each target; an x64 one runs without AVX2, too. */
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
/** What browsers alone draw: the server never loads it. */
const BROWSERS_ALONE = /\/admin-app\.tsx$/;

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
  // A folder of its own takes what is written beside it, and a store that runs keeps the old file.
  const folder = await mkdtemp("dist/compiled-");
  try {
    await Bun.build({
      entrypoints: ["server/main.ts"],
      target: "bun",
      format: "esm",
      plugins: [storeFor(target)],
      // React's build for visitors, whatever the environment says later.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      splitting: true,
      bytecode: true,
      // The log names functions and lines of the sources.
      minify: { whitespace: true, syntax: true },
      sourcemap: "linked",
      compile: {
        target: `bun-${target}`,
        ...(target === thisMachine() && { executablePath: process.execPath }),
        outfile: join(folder, name),
        assets: ["dist/client", "dist/printables"],
        // Nothing that lies in the folder it is started in is a part of it.
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

/** What the store's imports stand for in an executable. */
function storeFor(target: Target): BunPlugin {
  return {
    name: "store",
    setup(build) {
      const addon = import.meta.resolve(`better-sqlite3/${ADDONS[target]}`);
      build.onResolve({ filter: /^better-sqlite3$/ }, () => ({ path: Bun.fileURLToPath(addon) }));
      build.onResolve({ filter: BROWSERS_ALONE }, ({ path }) => ({ path, external: true }));
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
