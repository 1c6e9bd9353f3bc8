import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

export type Instruction = { word: string; rest: string };
/** A stage of a Dockerfile: its name, if it has one, and what it does in order. */
export type Stage = { name: string | undefined; base: string; instructions: Instruction[] };

/** Reads a Dockerfile; throws on what stands before its first stage. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, word = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (word === "FROM") {
      const [, base = "", name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
      stages.push({ name, base, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`The Dockerfile has ${word} before its first stage.`);
    stage.instructions.push({ word, rest });
  }
  return stages;
}

/** The last of a stage's instructions of this kind; throws when there is none. */
export function lastOf({ instructions }: Stage, word: string): string {
  const last = instructions.findLast((instruction) => instruction.word === word);
  if (!last) throw new Error(`The image has no ${word}.`);
  return last.rest;
}

/** The words of an instruction in its JSON form, which no shell reads: an image may have none. */
export function wordsOf(rest: string): string[] {
  const [json] = /\[.*\]$/.exec(rest) ?? [];
  if (json === undefined) throw new Error(`"${rest}" is for a shell.`);
  return JSON.parse(json);
}

/** The files of a folder that its .dockerignore lets into a build, relative to it. */
export async function listContext(folder: string): Promise<string[]> {
  const rules = (await readFile(join(folder, ".dockerignore"), "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({
      takes: line.startsWith("!"),
      glob: new Bun.Glob(line.replace(/^!/, "").replace(/\/$/, "")),
    }));
  // The last rule that names a file or a folder around it decides.
  const isTaken = (path: string) => {
    const parts = path.split("/");
    const around = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const rule = rules.findLast(({ glob }) => around.some((name) => glob.match(name)));
    return rule?.takes ?? true;
  };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isTaken);
}
