import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findInstalled, findNamed, succeeds } from "./programs.ts";

export type Proxy = "nginx" | "haproxy" | "caddy";

const UNPACKED = resolve(import.meta.dirname, "../../.tools/debian");
// Debian installs servers in sbin, which is not on a regular user's PATH.
const FOLDERS = ["usr/sbin", "usr/bin"];

/**
 * Returns a proxy for tests: NGINX_PATH (HAPROXY_PATH, CADDY_PATH), an installed one, or Debian's
 * package unpacked into .tools/, because installing starts a service. Throws if there is none.
 */
export async function findProxy(proxy: Proxy): Promise<string> {
  const variable = `${proxy.toUpperCase()}_PATH`;
  const named = await findNamed(variable);
  if (named) return named;
  const path = (process.env["PATH"] ?? "").split(":");
  const found = await findInstalled([proxy], [...path, "/usr/sbin", join(UNPACKED, proxy)]);
  if (found) return found;
  const unpacked = await unpack(proxy);
  if (unpacked) return unpacked;
  throw new Error(`No ${proxy} was found and none could be fetched.
Install one (Debian: apt-get install ${proxy}; macOS: brew install ${proxy})
or name one: ${variable}=/path/to/${proxy} ./scripts/test`);
}

/** Unpacks Debian's package and missing libraries; returns the path of a wrapper script. */
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
    await writeFile(script, startScript(program.slice(made.length)));
    await chmod(script, 0o755);
    await rename(made, folder).catch(() => {});
    return join(folder, proxy);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function startScript(program: string): string {
  return `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/usr/lib/$(uname -m)-linux-gnu"
exec "$here${program}" "$@"
`;
}

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
