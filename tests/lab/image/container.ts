import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";
import type { Built } from "./build.ts";
import { lastOf, type Stage } from "./dockerfile.ts";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** What the executable and its add-on ask of a base image. */
const LIBRARIES = /\/\S+\.so[.\d]*(?= )/g;

/** A container of an image: its root cannot be written, its volume can. */
export type Container = {
  /** Where the volume stands on this machine. */
  volume: string;
  /** Runs words in it as the image's user, with the image's environment and these settings. */
  run: (words: string[], env: Record<string, string>) => Bun.Subprocess<"ignore", "pipe", "pipe">;
};

/**
 * Makes a container: the image's files, and of a base image the C and C++ libraries alone. `addon` is
 * one that is loaded there.
 */
export async function makeContainer(
  stage: Stage,
  { image, addon, folder }: { image: Built; addon: string; folder: string },
): Promise<Container> {
  const root = image.files;
  for (const name of ["dev", "proc", "tmp", "etc"])
    await mkdir(join(root, name), { recursive: true });
  const program = join(root, "usr/local/bin/papercub");
  const listed = await $`ldd ${program} ${addon}`.text();
  for (const library of new Set(listed.match(LIBRARIES))) {
    await mkdir(join(root, library, ".."), { recursive: true });
    await cp(library, join(root, library), { dereference: true });
  }
  const path = lastOf(stage, "VOLUME");
  const volume = join(folder, "volume");
  // A new volume begins as what the image has there.
  await $`cp -a ${join(root, path)} ${volume}`;
  const [user = "", group = ""] = lastOf(stage, "USER").split(":");
  const script = `
    mount --bind ${root} ${root}
    mount -o remount,bind,ro ${root}
    mount --bind ${volume} ${root}${path}
    mount --rbind /dev ${root}/dev
    mount --rbind /proc ${root}/proc
    exec chroot --userspec=+${user}:+${group} --groups=+${group} ${root} "$@"`;
  return {
    volume,
    run: (words, env) =>
      Bun.spawn(["unshare", "--mount", "sh", "-euc", script, "sh", ...words], {
        env: { ...environmentOf(stage), PATH, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      }),
  };
}

function environmentOf({ instructions }: Stage): Record<string, string> {
  const settings = instructions.filter(({ word }) => word === "ENV");
  return Object.fromEntries(
    settings.flatMap(({ rest }) =>
      [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    ),
  );
}
