import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

type Instruction = { word: string; rest: string };
export type Stage = { name: string; base: string; instructions: Instruction[] };

/** Parses a Dockerfile. A stage without a name is named by its number. */
export function readDockerfile(text: string): Stage[] {
  const lines = text.replace(/^\s*#.*\n/gm, "").replace(/\\\n/g, " ");
  const stages: Stage[] = [];
  for (const [, word = "", rest = ""] of lines.matchAll(/^(\w+)\s+(.*)$/gm)) {
    if (word === "FROM") {
      const [, base = "", name = String(stages.length)] =
        /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
      stages.push({ name, base, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ word, rest });
    }
  }
  return stages;
}

/** The stage's last instruction of this kind; throws when there is none. */
export function lastOf({ instructions }: Stage, word: string): string {
  const last = instructions.findLast((instruction) => instruction.word === word);
  if (!last) throw new Error(`The image has no ${word}.`);
  return last.rest;
}

/** Parses the arguments of an instruction in exec form (JSON); throws for the shell form. */
export function wordsOf(rest: string): string[] {
  const [json] = /\[.*\]$/.exec(rest) ?? [];
  if (json === undefined) throw new Error(`"${rest}" needs a shell.`);
  return JSON.parse(json);
}

/** Lists the files of a folder that its .dockerignore does not exclude, as relative paths. */
export async function listContext(folder: string): Promise<string[]> {
  const rules = (await readFile(join(folder, ".dockerignore"), "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({
      isIncluded: line.startsWith("!"),
      glob: new Bun.Glob(line.replace(/^!/, "").replace(/\/$/, "")),
    }));
  // The last rule that matches a file or one of its parent folders wins.
  const isIncluded = (path: string) => {
    const parts = path.split("/");
    const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const rule = rules.findLast(({ glob }) => prefixes.some((prefix) => glob.match(prefix)));
    return rule?.isIncluded ?? true;
  };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isIncluded);
}
