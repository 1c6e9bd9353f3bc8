// Builds the image where no engine is at hand, by the Dockerfile's own steps, and tries out what came of
// it: scripts/image
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { $ } from "bun";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { freePort, listenTo } from "../../support/store-process.ts";
import { type Built, buildStage } from "./build.ts";
import { makeContainer } from "./container.ts";
import { lastOf, readDockerfile, wordsOf } from "./dockerfile.ts";

const MARK = "papercub-secret-of-this-folder";
/** Files of a developer's folder that hold secrets. */
const SECRETS = [
  ".env",
  ".env.local",
  "data/app-secret",
  "server/.env",
  "notes.log",
  ".git/config",
];
const ADDON = "node_modules/better-sqlite3/prebuilds/linux-x64.node";
const MB = 1_000_000;

if (process.getuid?.() !== 0 || process.platform !== "linux") {
  process.stderr.write("Without an engine the image is tried out on Linux, as root.\n");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "papercub-image-"));
// The user of the image must get there.
await chmod(folder, 0o755);
try {
  const failed = await tryOut();
  for (const line of failed) process.stdout.write(`FAILED: ${line}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

async function tryOut(): Promise<string[]> {
  const failed: string[] = [];
  const check = (what: string, holds: boolean) => {
    process.stdout.write(`${holds ? "ok" : "NO"}  ${what}\n`);
    if (!holds) failed.push(what);
  };
  const stages = readDockerfile(await readFile("Dockerfile", "utf8"));
  const context = await makeContext();
  const before = new Map<string, Built>();
  for (const [index, stage] of stages.entries()) {
    const name = stage.name ?? String(index);
    before.set(name, await buildStage(stage, { folder: join(folder, name), context, before }));
  }
  const last = stages.at(-1);
  const image = last && before.get(last.name ?? String(stages.length - 1));
  if (!last || !image) throw new Error("The Dockerfile has no stage.");
  const bytes = Number((await $`du -sb ${image.files}`.text()).split("\t")[0]);
  process.stdout.write(`The image adds ${Math.round(bytes / MB)} MB to its base.\n`);
  for (const [name, { files }] of before) {
    const { exitCode } = await $`grep -rqF --exclude-dir=node_modules ${MARK} ${files}`.nothrow();
    check(`no secret of the folder is in the stage ${name}`, exitCode === 1);
  }

  const { run, volume } = await makeContainer(last, { image, addon: ADDON, folder });
  const port = await freePort();
  const env = { DEMO: "1", HOST: "127.0.0.1", PORT: String(port) };
  const start = [...wordsOf(lastOf(last, "ENTRYPOINT")), ...wordsOf(lastOf(last, "CMD"))];
  const health = wordsOf(lastOf(last, "HEALTHCHECK"));
  const isHealthy = async () => (await run(health, env).exited) === 0;

  check("nothing is healthy before the store is started", !(await isHealthy()));
  const refused = run(start, { ...env, DATA_DIR: "/elsewhere" });
  const said = await new Response(refused.stderr).text();
  check("nothing but the volume can be written", said.includes("(EROFS)"));
  const store = run(start, env);
  const ended = store.exited;
  await Promise.race([listenTo(store.stdout).heard("Papercub is open"), ended]);
  const page = await fetch(`http://localhost:${port}/`).catch(() => undefined);
  check("the store answers", page?.status === 200);
  check("it is healthy", await isHealthy());
  const { uid, mode } = await stat(pathsOf(volume).database);
  check("the image's user alone can read the data", uid !== 0 && (mode & 0o077) === 0);
  store.kill("SIGSTOP");
  check("it is not healthy while it hangs", !(await isHealthy()));
  store.kill("SIGCONT");
  check("it is healthy again afterwards", await isHealthy());
  store.kill("SIGTERM");
  check("it ends well when it is told to", (await ended) === 0);
  check("it is not healthy any more", !(await isHealthy()));
  return failed;
}

/** The files of this checkout as a developer has them, with secrets beside them. */
async function makeContext(): Promise<string> {
  const context = join(folder, "context");
  const listed = await $`git ls-files`.text();
  for (const file of listed.trim().split("\n")) await cp(file, join(context, file));
  for (const file of SECRETS) {
    await mkdir(dirname(join(context, file)), { recursive: true });
    await writeFile(join(context, file), `SECRET=${MARK}\n`);
  }
  return context;
}
