// Builds the image from the Dockerfile without a container engine, and tests it: scripts/image
import { chmod, cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { $ } from "bun";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { freePort, listenTo } from "../../support/store-process.ts";
import { makeFolder } from "../torture/world.ts";
import { lastOf, listContext, readDockerfile, type Stage, wordsOf } from "./dockerfile.ts";

const MARK = "papercub-secret-of-this-folder";
const SECRETS = ".env .env.local data/app-secret server/.env notes.log .git/config".split(" ");
const ADDON = "node_modules/better-sqlite3/prebuilds/linux-x64.node";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const LIBRARIES = /\/\S+\.so[.\d]*(?= )/g;

if (process.getuid?.() !== 0 || process.platform !== "linux") {
  process.stderr.write("Without a container engine the image can be tried on Linux, as root.\n");
  process.exit(1);
}
const folder = makeFolder();
// The image's user needs access to this folder.
await chmod(folder, 0o755);
const context = await makeContext();
const stages = readDockerfile(await readFile("Dockerfile", "utf8"));
/** Folder with the files that each stage adds to its base, by stage name. */
const built = new Map<string, string>();
for (const stage of stages) built.set(stage.name, await build(stage));
const image = stages.at(-1);
if (!image) throw new Error("The Dockerfile has no stage.");
const root = filesOf(image.name);
process.stdout.write(
  `The image adds ${(await $`du -sh ${root}`.text()).split("\t")[0]} to its base.\n`,
);
for (const [name, files] of built) {
  const { exitCode } = await $`grep -rqF --exclude-dir=node_modules ${MARK} ${files}`.nothrow();
  check(`no secret of the folder is in the stage ${name}`, exitCode === 1);
}

const { run, volume } = await makeContainer(image);
const port = await freePort();
const env = { DEMO: "1", HOST: "127.0.0.1", PORT: String(port) };
const start = [...wordsOf(lastOf(image, "ENTRYPOINT")), ...wordsOf(lastOf(image, "CMD"))];
const health = wordsOf(lastOf(image, "HEALTHCHECK"));
const isHealthy = async () => (await run(health, env).exited) === 0;

check("nothing is healthy before the store is started", !(await isHealthy()));
const refused = run(start, { ...env, DATA_DIR: "/elsewhere" });
const errors = await new Response(refused.stderr).text();
check("only the volume is writable", errors.includes("(EROFS)"));
const store = run(start, env);
const ended = store.exited;
await Promise.race([listenTo(store.stdout).heard("Papercub is open"), ended]);
const page = await fetch(`http://localhost:${port}/`).catch(() => undefined);
check("the store answers", page?.status === 200);
check("it is healthy", await isHealthy());
const { uid, mode } = await stat(pathsOf(volume).database);
check("only the image's user can read the data", uid !== 0 && (mode & 0o077) === 0);
store.kill("SIGSTOP");
check("it is not healthy while it hangs", !(await isHealthy()));
store.kill("SIGCONT");
check("it is healthy again afterwards", await isHealthy());
store.kill("SIGTERM");
check("it exits with status 0", (await ended) === 0);
check("it is not healthy any more", !(await isHealthy()));

function check(what: string, holds: boolean): void {
  process.stdout.write(`${holds ? "ok" : "NO"}  ${what}\n`);
  if (!holds) process.exitCode = 1;
}

function filesOf(stage: string): string {
  const files = built.get(stage);
  if (files === undefined) throw new Error(`There is no stage ${stage}.`);
  return files;
}

/** Creates a build context with the files of this checkout, and secrets that must not be copied. */
async function makeContext(): Promise<string> {
  const context = join(folder, "context");
  const files = (await $`git ls-files`.text()).trim().split("\n");
  for (const file of files) await cp(file, join(context, file));
  for (const file of SECRETS) {
    await mkdir(dirname(join(context, file)), { recursive: true });
    await writeFile(join(context, file), `SECRET=${MARK}\n`);
  }
  return context;
}

/** Runs a stage's instructions; RUN uses this machine's root file system under an overlay. */
async function build({ name, instructions }: Stage): Promise<string> {
  const layer = join(folder, name);
  const files = join(layer, "files");
  await $`mkdir -p ${files} ${layer}/work ${layer}/root`;
  let workdir = "/";
  for (const { word, rest } of instructions) {
    if (word === "WORKDIR") await mkdir(join(files, (workdir = rest)), { recursive: true });
    if (word === "COPY") await copy(rest, files, workdir);
    if (word === "RUN") await runOver(layer, `cd ${workdir} && ${rest}`);
  }
  return files;
}

async function copy(rest: string, files: string, workdir: string): Promise<void> {
  const words = rest.split(/\s+/);
  const option = (name: string) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const paths = words.filter((word) => !word.startsWith("--"));
  const to = join(files, resolve(workdir, paths.pop() ?? ""));
  const [from, owner] = [option("from"), option("chown")];
  if (from !== undefined) {
    await $`mkdir -p ${dirname(to)} && cp -a ${join(filesOf(from), paths[0] ?? "")} ${to}`;
  } else {
    const sent = await listContext(context);
    const chosen = sent.filter((file) => paths.some((path) => path === "." || path === file));
    if (chosen.length === 0) throw new Error(`COPY ${rest}: .dockerignore excludes all of it.`);
    for (const file of chosen) await cp(join(context, file), join(to, file));
  }
  if (owner !== undefined) await $`chown -R ${owner} ${to}`;
}

/** Runs a shell command in an overlay of the stage's files over this machine's root file system. */
async function runOver(layer: string, line: string): Promise<void> {
  const script = `
    mount -t overlay overlay -o lowerdir=/,upperdir=${layer}/files,workdir=${layer}/work ${layer}/root
    mount --rbind /dev ${layer}/root/dev
    mount --rbind /proc ${layer}/root/proc
    exec chroot ${layer}/root sh -euc "$LINE"`;
  const child = Bun.spawn(["unshare", "--mount", "sh", "-euc", script], {
    // Use the current Bun in place of the image's own.
    env: {
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      HOME: process.env["HOME"],
      LINE: line,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await child.exited) !== 0) throw new Error(`RUN ${line} failed.`);
}

/** Creates a container from the image's files, read-only, and a base image's C/C++ libraries. */
async function makeContainer(stage: Stage) {
  await $`mkdir -p ${root}/dev ${root}/proc ${root}/tmp ${root}/etc`;
  const libraries = await $`ldd ${join(root, "usr/local/bin/papercub")} ${ADDON}`.text();
  for (const library of new Set(libraries.match(LIBRARIES))) {
    await $`mkdir -p ${dirname(join(root, library))} && cp -L ${library} ${join(root, library)}`;
  }
  const path = lastOf(stage, "VOLUME");
  const volume = join(folder, "volume");
  // A new volume is initialized with the image's files at its mount point.
  await $`cp -a ${join(root, path)} ${volume}`;
  const [user = "", group = ""] = lastOf(stage, "USER").split(":");
  const script = `
    mount --bind ${root} ${root}
    mount -o remount,bind,ro ${root}
    mount --bind ${volume} ${root}${path}
    mount --rbind /dev ${root}/dev
    mount --rbind /proc ${root}/proc
    exec chroot --userspec=+${user}:+${group} --groups=+${group} ${root} "$@"`;
  const settings = stage.instructions.filter(({ word }) => word === "ENV");
  const variables = settings.flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(\S+)/g)]);
  const imageEnv = Object.fromEntries(variables.map(([, name, value]) => [name, value]));
  return {
    volume,
    /** Runs a command as the image's user. */
    run: (words: string[], env: Record<string, string>) =>
      Bun.spawn(["unshare", "--mount", "sh", "-euc", script, "sh", ...words], {
        env: { ...imageEnv, PATH, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      }),
  };
}
