import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { COMMANDS } from "../../server/commands/table.ts";
import { lastOf, listContext, readDockerfile, wordsOf } from "../lab/image/dockerfile.ts";
import { temporaryFolder } from "../support/data-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const stages = readDockerfile(readFileSync(join(ROOT, "Dockerfile"), "utf8"));

function image() {
  const last = stages.at(-1);
  if (!last) throw new Error("The Dockerfile has no stage.");
  return last;
}

test("only files that the build reads are sent to it", async () => {
  const kept = [
    ".env",
    ".git/config",
    "app-secret",
    "client/content/pictures/list.ts",
    "client/public/pictures/cover.webp",
    "data/papercub.sqlite",
    "dist/papercub",
    "node_modules/zod/package.json",
    "server/.env",
    "server/commands/.env.local",
    "tests/support/settings.ts",
  ];
  const sent = [
    "bun.lock",
    "client/public/favicon.svg",
    "db/schema.ts",
    "package.json",
    "scripts/lib/make-once.ts",
    "server/main.ts",
    "vite.config.ts",
  ];
  const folder = temporaryFolder();
  copyFileSync(join(ROOT, ".dockerignore"), join(folder, ".dockerignore"));
  for (const file of [...kept, ...sent]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  expect((await listContext(folder)).toSorted()).toEqual(sent);
});

test("the image is built by the Bun that the project pins", () => {
  const [build] = stages;
  expect(build?.base).toBe(`oven/bun:${packageJson.packageManager.slice("bun@".length)}-slim`);
});

test("the image runs the store's commands without a shell and not as root", () => {
  const { instructions } = image();
  expect(instructions.map(({ word }) => word)).not.toContain("RUN");
  expect(lastOf(image(), "USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const [program, ...more] = wordsOf(lastOf(image(), "ENTRYPOINT"));
  expect([program, more]).toEqual(["papercub", []]);
  const started = wordsOf(lastOf(image(), "CMD"));
  const [asked, ...asks] = wordsOf(lastOf(image(), "HEALTHCHECK"));
  expect(asked).toBe("papercub");
  for (const words of [started, asks]) {
    const ways = Object.values(COMMANDS).flatMap(({ usage }) => usage);
    expect(ways).toContain(words.join(" "));
  }
});

test("the image writes only to the volume", () => {
  const volume = lastOf(image(), "VOLUME");
  expect(lastOf(image(), "ENV")).toContain(`DATA_DIR=${volume} TMPDIR=${volume}`);
});
