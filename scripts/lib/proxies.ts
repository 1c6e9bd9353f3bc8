import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findInstalled, isProgram, succeeds } from "./programs.ts";

/** The servers that docs/deploy/ sets in front of the store. */
export type Proxy = "nginx" | "haproxy" | "caddy";

const UNPACKED = resolve(import.meta.dirname, "../../.tools/debian");
// Debian keeps servers out of the PATH of plain users.
const FOLDERS = ["usr/sbin", "usr/bin"];

/**
 * A proxy for tests: the one that NGINX_PATH (HAPROXY_PATH, CADDY_PATH) names, else one of this system,
 * else Debian's package, unpacked into .tools/: an installed one would start to serve. Throws with what to
 * do when there is none.
 */
export async function findProxy(proxy: Proxy): Promise<string> {
  const variable = `${proxy.toUpperCase()}_PATH`;
  const named = process.env[variable];
  if (named) {
    if (await isProgram(named)) return named;
    throw new Error(`${variable} is ${named}, which is no program.`);
  }
  const path = (process.env["PATH"] ?? "").split(":");
  const found = await findInstalled([proxy], [...path, "/usr/sbin", join(UNPACKED, proxy)]);
  if (found) return found;
  const unpacked = await unpack(proxy);
  if (unpacked) return unpacked;
  throw new Error(`No ${proxy} was found and none could be fetched.
Install one (Debian: apt-get install ${proxy}; macOS: brew install ${proxy})
or name one: ${variable}=/path/to/${proxy} ./scripts/test`);
}

/** Debian's package with the libraries that this system lacks, behind a script that names their place. */
async function unpack(proxy: Proxy): Promise<string | undefined> {
  await mkdir(UNPACKED, { recursive: true });
  const made = await mkdtemp(join(UNPACKED, ".part-"));
  try {
    let packages = await listPackages(proxy);
    if (packages.length === 0 && (await succeeds(["apt-get", "update", "-qq"]))) {
      packages = await listPackages(proxy);
    }
    if (!(await succeeds(["apt-get", "download", "-qq", ...packages], made))) return undefined;
    for (const name of (await readdir(made)).filter((each) => each.endsWith(".deb"))) {
      if (!(await succeeds(["dpkg-deb", "-x", name, "."], made))) return undefined;
    }
    const folder = join(UNPACKED, proxy);
    const program = await findInstalled(
      [proxy],
      FOLDERS.map((each) => join(made, each)),
    );
    if (!program) return undefined;
    const script = join(made, proxy);
    await writeFile(script, startScript(folder, program.slice(made.length)));
    await chmod(script, 0o755);
    // Another run may have been faster.
    await rename(made, folder).catch(() => {});
    return join(folder, proxy);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function startScript(folder: string, program: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH="${folder}/usr/lib/$(uname -m)-linux-gnu"
exec "${folder}${program}" "$@"
`;
}

/** What apt-get would install for it. */
async function listPackages(proxy: Proxy): Promise<string[]> {
  const command = ["apt-get", "-s", "-qq", "install", "--no-install-recommends", proxy];
  try {
    const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "ignore"] });
    const text = await new Response(child.stdout).text();
    return Array.from(text.matchAll(/^Inst (\S+)/gm), ([, name = ""]) => name);
  } catch {
    return [];
  }
}

// Asked as a program, it fetches these before they are needed.
if (import.meta.main) {
  for (const proxy of process.argv.slice(2)) console.log(await findProxy(proxy as Proxy));
}
