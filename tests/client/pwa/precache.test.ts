import { expect, test } from "vitest";
import { savedFiles } from "../../../client/pwa/worker/saved-files.ts";
import { networkFirst } from "../../../client/pwa/worker/network-first.ts";
import { dropOldPrecaches, fillPrecache, cachePaths } from "../../../client/pwa/worker/precache.ts";
import { fakeCaches } from "../../support/fake-caches.ts";

const PATHS = ["/app-shell", "/assets/app-1.js"];

/** A network that records the requested paths. */
function network(statuses: Record<string, number> = {}) {
  const asked: string[] = [];
  const fetching = async (path: string) => {
    asked.push(path);
    return new Response(path, { status: statuses[path] ?? 200 });
  };
  return { asked, fetch: fetching as unknown as typeof fetch };
}

test("one missing file leaves no cache", async () => {
  for (const status of [404, 503, 206]) {
    const { caches } = fakeCaches();
    const web = { caches, ...network({ "/assets/app-1.js": status }) };
    await expect(fillPrecache(web, "shell-1", PATHS)).rejects.toThrow(`answered with ${status}`);
    expect(await caches.keys()).toEqual([]);
  }
});

test("unchanged hashed files are not fetched again; the shell always is", async () => {
  const { caches, pathsIn } = fakeCaches();
  const { asked, fetch } = network();
  await fillPrecache({ caches, fetch }, "shell-1", PATHS);
  expect(asked).toEqual(PATHS);
  await fillPrecache({ caches, fetch }, "shell-2", [...PATHS, "/assets/app-2.js"]);
  expect(asked.slice(2)).toEqual(["/app-shell", "/assets/app-2.js"]);
  expect(pathsIn("shell-2").toSorted()).toEqual([...PATHS, "/assets/app-2.js"].toSorted());
});

test("a new worker deletes all older caches but the previous one", async () => {
  const { caches } = fakeCaches();
  for (const name of ["shell-1", "files-a", "shell-2", "other", "shell-3"]) await caches.open(name);
  await dropOldPrecaches(caches, "shell-", "shell-3");
  expect(await caches.keys()).toEqual(["files-a", "shell-2", "other", "shell-3"]);
});

test("a complete cache is not filled again, an incomplete one is", async () => {
  const { caches, pathsIn } = fakeCaches();
  const { asked, fetch } = network();
  await (await caches.open("admin-code-1")).put(PATHS[1] ?? "", new Response());
  await cachePaths({ caches, fetch }, "admin-code-1", PATHS);
  expect(pathsIn("admin-code-1").toSorted()).toEqual(PATHS);
  expect(asked).toEqual(["/app-shell"]);
  await cachePaths({ caches, fetch }, "admin-code-1", PATHS);
  expect(asked).toEqual(["/app-shell"]);
});

test("saved files are known after a refresh; until then any may be saved", async () => {
  const { caches } = fakeCaches();
  const put = async (path: string) => (await caches.open("files-a")).put(path, new Response());
  await put("/files/1/a.pdf");
  await (await caches.open("shell-1")).put("/files/9/z.pdf", new Response());
  const files = savedFiles(caches);
  expect(files.mayBeSaved("/files/2/b.pdf")).toBe(true);
  await files.refresh();
  expect(["/files/1/a.pdf", "/files/2/b.pdf", "/files/9/z.pdf"].map(files.mayBeSaved)).toEqual([
    true,
    false,
    false,
  ]);
  await put("/files/2/b.pdf");
  await Promise.all([files.refresh(), files.refresh()]);
  expect(files.mayBeSaved("/files/2/b.pdf")).toBe(true);
  await caches.delete("files-a");
  await files.refresh();
  expect(files.mayBeSaved("/files/1/a.pdf")).toBe(false);
});

const shell = async () => new Response("shell");
const answers = (status: number) => async () => new Response("network", { status });
const never = () => new Promise<Response>(() => {});
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const textOf = async (answer: Promise<Response>) => (await answer).text();

test.each([200, 302, 401, 404, 429])("the network's response is used: %i", async (status) => {
  const answer = networkFirst({ request: answers(status), fallback: shell, waitMs: 50 });
  expect(await textOf(answer)).toBe("network");
});

test("the shell replaces a lost, silent or failing server", async () => {
  for (const request of [lost, never, answers(500), answers(503)]) {
    expect(await textOf(networkFirst({ request, fallback: shell, waitMs: 5 }))).toBe("shell");
  }
});

test("without a shell the server is waited for", async () => {
  const fallback = async () => undefined;
  const slow = async () => {
    await Bun.sleep(20);
    return new Response("late");
  };
  expect(await textOf(networkFirst({ request: slow, fallback, waitMs: 1 }))).toBe("late");
  expect(await textOf(networkFirst({ request: answers(500), fallback, waitMs: 50 }))).toBe(
    "network",
  );
  expect((await networkFirst({ request: lost, fallback, waitMs: 50 })).type).toBe("error");
});
