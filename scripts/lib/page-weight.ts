import { gzipSync } from "node:zlib";

/** What the build says of one file of script. */
export type Chunk = {
  fileName: string;
  code: string;
  /** Files that come with it, and files that it may ask for later. */
  imports: string[];
  dynamicImports: string[];
  /** The sources in it. */
  moduleIds: string[];
  /** The source that it stands for, if any. */
  facadeModuleId: string | null;
};

type PageChunks = {
  chunks: Chunk[];
  /** The files of script that a page begins with: the entry, the page's own, those that it leads to. */
  roots: Chunk[];
  /** Files that only their own pages ask for, however many name them. */
  isPage: (chunk: Chunk) => boolean;
};

/** Every file of script that a visitor of one page ever loads. */
export function listLoaded({ chunks, roots, isPage }: PageChunks): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<Chunk>();
  const visit = (chunk: Chunk) => {
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    const later = chunk.dynamicImports.filter((name) => !isPage(byName.get(name) ?? chunk));
    for (const name of [...chunk.imports, ...later]) {
      const next = byName.get(name);
      if (next) visit(next);
    }
  };
  for (const root of roots) visit(root);
  return [...loaded];
}

type Rule = {
  mostBytes: number;
  /** Sources that no visitor of the page may be made to load. */
  forbidden: RegExp;
};

/** What is wrong with the script of a page, in words; empty when nothing is. */
export function findTooMuch(loaded: Chunk[], { mostBytes, forbidden }: Rule): string[] {
  const bytes = gzippedBytes(loaded);
  const strays = loaded.flatMap(({ fileName, moduleIds }) =>
    moduleIds.filter((id) => forbidden.test(id)).map((id) => `${id} is in ${fileName}`),
  );
  return bytes > mostBytes
    ? [`${bytes} bytes of script, at most ${mostBytes} allowed`, ...strays]
    : strays;
}

/** How much files of script weigh on the line. */
export function gzippedBytes(chunks: Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).byteLength, 0);
}
