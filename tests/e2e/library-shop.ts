import { createHash, randomBytes } from "node:crypto";
import type { JSHandle, Page } from "playwright/test";
import type * as library from "../../client/pwa/library/library.ts";
import type { Library } from "../../client/pwa/library/open-library.ts";
import type { ListedFile } from "../../client/pwa/library/state.ts";
import { expect, test as base } from "./shop.ts";

export { expect };

type LibraryModule = typeof library;
type Answer = () => Response | Promise<Response>;

const SCRIPT = "/library.js";
const PAGE = "<!doctype html><title>Library</title>";

/** A server of files whose responses the test sets; the real store would send them complete. */
async function openFileShop() {
  const built = await Bun.build({ entrypoints: ["client/pwa/library/library.ts"] });
  const script = (await built.outputs[0]?.text()) ?? "";
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    fetch(request) {
      const path = new URL(request.url).pathname;
      if (path === SCRIPT) {
        return new Response(script, { headers: { "Content-Type": "text/javascript" } });
      }
      if (path === "/") return new Response(PAGE, { headers: { "Content-Type": "text/html" } });
      if (path.startsWith("/files/")) asked.push(path);
      return answers.get(path)?.() ?? new Response("", { status: 500 });
    },
  });
  const url = `http://localhost:${server.port}/`;
  return {
    url,
    /** Paths of the requested files. */
    asked,
    answer: (path: string, answer: Answer) => void answers.set(path, answer),

    /** Adds a file, served from its path unless `answer` differs. */
    add(
      id: number,
      { bytes = randomBytes(2000), answer = () => pdf(bytes) }: Listing = {},
    ): ListedFile {
      const path = `/files/${id}/File-${id}.pdf`;
      answers.set(path, answer);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const facts = { title: `File ${id}`, productName: "Premium Pack", paper: "a4" } as const;
      return { id, ...facts, pages: 1, bytes: bytes.length, sha256, url: `${path}?token=x` };
    },
    close: () => server.stop(true),
  };
}

export const test = base.extend<{ shop: Awaited<ReturnType<typeof openFileShop>> }>({
  // oxlint-disable-next-line no-empty-pattern
  shop: async ({}, use) => {
    const shop = await openFileShop();
    await use(shop);
    await shop.close();
  },
});

export const USER = { id: 1, email: "anna@example.com", name: null, isAdmin: false };
/** Response of a captive portal. */
export const html = (status: number) => () =>
  new Response("<p>Log in to this network", { status, headers: { "Content-Type": "text/html" } });

type Listing = { bytes?: Uint8Array<ArrayBuffer>; answer?: Answer };

export function pdf(body: BodyInit): Response {
  return new Response(body, { headers: { "Content-Type": "application/pdf" } });
}

/** The first half of a file, from a stream that then stalls. */
export function half(bytes: Uint8Array<ArrayBuffer>): Response {
  return pdf(
    new ReadableStream({ start: (stream) => stream.enqueue(bytes.slice(0, bytes.length / 2)) }),
  );
}

/** Opens an empty page with the library's code. */
export async function loadLibrary(page: Page, url: string): Promise<JSHandle<LibraryModule>> {
  await page.goto(url);
  return page.evaluateHandle((path) => import(path) as Promise<LibraryModule>, SCRIPT);
}

/** Opens a user's library in a page, and waits until it is ready. */
export async function openIn(page: Page, { url, userId = 1 }: { url: string; userId?: number }) {
  const code = await loadLibrary(page, url);
  const library = await code.evaluateHandle((module, id) => module.openLibrary(id), userId);
  await expect.poll(() => library.evaluate((opened) => opened.read().ready)).toBe(true);
  return {
    code,
    library,
    save: (...files: ListedFile[]) => library.evaluate((opened, list) => opened.save(list), files),
    sync: (...files: ListedFile[]) => library.evaluate((opened, list) => opened.sync(list), files),
    saved: () => read(library).then(({ saved }) => saved),
    jobs: () => read(library).then(({ jobs }) => jobs),
    received: (id: number) =>
      library.evaluate((opened, id) => opened.read().jobs.get(id)?.received, id),
  };
}

/** Ids of the saved files, and the state or problem of each job. */
function read(library: JSHandle<Library>) {
  return library.evaluate((opened) => {
    const { saved, jobs } = opened.read();
    const states = [...jobs.values()].map((job) => [job.file.id, job.problem ?? job.state]);
    return { saved: [...saved.keys()].toSorted(), jobs: Object.fromEntries(states) };
  });
}

type EvaluatingPage = { evaluate<Result>(run: () => Promise<Result>): Promise<Result> };

/** Everything saved in a browser: cache entries by path, and the number of rows per store. */
export function holdings(page: EvaluatingPage) {
  return page.evaluate(async () => {
    const buckets = (await caches.keys()).filter((name) => name.startsWith("files-"));
    const entries: { path: string; kind: string; sha256: string }[] = [];
    for (const name of buckets) {
      const bucket = await caches.open(name);
      for (const request of await bucket.keys()) {
        const answer = await bucket.match(request);
        // Removed in the meantime.
        if (!answer) continue;
        const hash = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
        const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0"));
        const path = request.url.slice(location.origin.length);
        entries.push({ path, kind: `${answer.status} ${answer.type}`, sha256: digits.join("") });
      }
    }
    entries.sort((one, other) => one.path.localeCompare(other.path));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("library");
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
    const names = [...db.objectStoreNames];
    const counts = await Promise.all(
      names.map((name) => {
        const request = db.transaction(name).objectStore(name).count();
        return new Promise<number>((resolve) => {
          request.addEventListener("success", () => resolve(request.result));
        });
      }),
    );
    db.close();
    return { buckets: buckets.length, entries, rows: counts };
  });
}
