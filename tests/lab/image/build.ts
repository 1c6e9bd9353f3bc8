import { chown, cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Instruction, listContext, type Stage } from "./dockerfile.ts";

/** A folder that stands for an image while it is built: `files` is what its stage has added. */
export type Built = { files: string; workdir: string };

type Building = {
  /** Where the stage's folders are made. */
  folder: string;
  /** What is sent to the build. */
  context: string;
  /** Stages that are built already, by their names. */
  before: Map<string, Built>;
};

/** Does what a stage says, with RUN in a root folder over that of this machine. */
export async function buildStage(stage: Stage, building: Building): Promise<Built> {
  const files = join(building.folder, "files");
  await mkdir(join(building.folder, "work"), { recursive: true });
  await mkdir(join(building.folder, "root"));
  await mkdir(files);
  const built = { files, workdir: "/" };
  for (const { word, rest } of stage.instructions) {
    if (word === "WORKDIR") await mkdir(join(files, (built.workdir = rest)), { recursive: true });
    if (word === "COPY") await copy({ word, rest }, { building, built });
    if (word === "RUN") await runOver(building.folder, `cd ${built.workdir} && ${rest}`);
  }
  return built;
}

async function copy(
  { rest }: Instruction,
  { building, built }: { building: Building; built: Built },
) {
  const words = rest.split(/\s+/);
  const option = (name: string) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.pop() ?? "";
  const to = join(
    built.files,
    built.workdir.slice(target.startsWith("/") ? built.workdir.length : 0),
    target,
  );
  const stage = option("from");
  if (stage !== undefined) {
    const source = building.before.get(stage);
    const [path = ""] = paths;
    if (!source) throw new Error(`COPY ${rest}: there is no stage ${stage}.`);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(source.files, path), to, { recursive: true });
  } else {
    const sent = await listContext(building.context);
    const asked = sent.filter((file) => paths.some((path) => path === "." || path === file));
    if (asked.length === 0) throw new Error(`COPY ${rest}: .dockerignore keeps all of it out.`);
    for (const file of asked) await cp(join(building.context, file), join(to, file));
  }
  const [user, group] = option("chown")?.split(":").map(Number) ?? [];
  if (user !== undefined && group !== undefined) await chown(to, user, group);
}

/** Runs a line in a root folder that is this machine's with the stage's files over it. */
async function runOver(folder: string, line: string): Promise<void> {
  const layers = `lowerdir=/,upperdir=${folder}/files,workdir=${folder}/work`;
  const script = `
    mount -t overlay overlay -o ${layers} ${folder}/root
    mount --rbind /dev ${folder}/root/dev
    mount --rbind /proc ${folder}/root/proc
    exec chroot ${folder}/root sh -euc "$LINE"`;
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn(["unshare", "--mount", "sh", "-euc", script], {
    // The image's Bun is the one that runs this.
    env: { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, LINE: line },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await child.exited) !== 0) throw new Error(`RUN ${line} failed.`);
}
