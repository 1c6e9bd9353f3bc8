import { expect, test } from "vitest";
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
