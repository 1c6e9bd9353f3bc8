// The offline file library, against a server whose responses the test sets.
import { createHash, randomBytes } from "node:crypto";
import { expect, type JSHandle, type Page, test as base } from "playwright/test";
import type * as library from "../../client/pwa/library/library.ts";
import type { Library } from "../../client/pwa/library/open-library.ts";
import type { ListedFile } from "../../client/device/library-database.ts";
import { deviceFiles } from "./device-files.ts";

type LibraryModule = typeof library;
type Answer = () => Response | Promise<Response>;
type FileOptions = { bytes?: Uint8Array<ArrayBuffer>; answer?: Answer };

const SCRIPT = "/library.js";
const ME = "/api/users/me";
const USER = { id: 1, email: "anna@example.com", name: null, isAdmin: false };

const typed = (type: string, body: BodyInit, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": type } });
const pdf = (body: BodyInit) => typed("application/pdf", body);
/** Response of a captive portal. */
const portal = (status: number) => () => typed("text/html", "<p>Log in to this network", status);
const unavailable = () => Response.json({ message: "No such file." }, { status: 404 });
/** Stream that delivers the first half of a file and then stalls. */
const half = (bytes: Uint8Array<ArrayBuffer>) =>
  pdf(new ReadableStream({ start: (stream) => stream.enqueue(bytes.slice(0, bytes.length / 2)) }));

async function openFileShop() {
  const built = await Bun.build({ entrypoints: ["client/pwa/library/library.ts"] });
  const script = (await built.outputs[0]?.text()) ?? "";
  const answers = new Map<string, Answer>([
    [SCRIPT, () => typed("text/javascript", script)],
    ["/", () => typed("text/html", "<!doctype html><title>Library</title>")],
    [ME, () => Response.json(USER)],
  ]);
  const requested: string[] = [];
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    fetch(request) {
      const path = new URL(request.url).pathname;
      if (path.startsWith("/files/")) requested.push(path);
      return answers.get(path)?.() ?? new Response("", { status: 500 });
    },
  });
  return {
    url: `http://localhost:${server.port}/`,
    /** Paths of the requested files. */
    requested,
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
    /** Adds a file; `answer` replaces the default response, its PDF. */
    add(id: number, { bytes = randomBytes(2000), answer }: FileOptions = {}): ListedFile {
      const path = `/files/${id}/File-${id}.pdf`;
      answers.set(path, answer ?? (() => pdf(bytes)));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const facts = { title: `File ${id}`, productName: "Premium Pack", paper: "a4" } as const;
      return { id, ...facts, pages: 1, bytes: bytes.length, sha256, url: `${path}?token=x` };
    },
    close: () => server.stop(true),
  };
}

const test = base.extend<{ shop: Awaited<ReturnType<typeof openFileShop>> }>({
  // oxlint-disable-next-line no-empty-pattern
  shop: async ({}, use) => {
    const shop = await openFileShop();
    await use(shop);
    await shop.close();
  },
});

/** Opens an empty page with the library's code. */
async function loadLibrary(page: Page, url: string): Promise<JSHandle<LibraryModule>> {
  await page.goto(url);
  return page.evaluateHandle((path) => import(path) as Promise<LibraryModule>, SCRIPT);
}

/** Opens the user's library in a page, and waits until it is ready. */
async function openIn(page: Page, { url }: { url: string }) {
  const code = await loadLibrary(page, url);
  const library = await code.evaluateHandle((module) => module.openLibrary(1));
  await expect.poll(() => library.evaluate((opened) => opened.read().ready)).toBe(true);
  return {
    code,
    library,
    save: (...files: ListedFile[]) => library.evaluate((opened, list) => opened.save(list), files),
    sync: (...files: ListedFile[]) => library.evaluate((opened, list) => opened.sync(list), files),
    retry: () => library.evaluate((opened) => opened.retry()),
    saved: async () => (await read(library)).saved,
    jobs: async () => (await read(library)).jobs,
    jobOf: (id: number) => library.evaluate((opened, id) => opened.read().jobs.get(id), id),
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

const EMPTY = { entries: [], rows: [0, 0, 0] };

test("only the listed file is saved, and only the store ends the session", async ({
  page,
  shop,
}) => {
  const bytes = randomBytes(2000);
  const refused: [Answer, string][] = [
    [() => pdf(randomBytes(2000)), "damaged"],
    [() => pdf(bytes.slice(1)), "damaged"],
    [() => pdf(randomBytes(2001)), "damaged"],
    [portal(200), "offline"],
    [portal(404), "offline"],
    [portal(401), "offline"],
    [() => Response.redirect(shop.url), "offline"],
    [() => new Response("", { status: 503 }), "offline"],
    [() => new Response(bytes, { status: 206 }), "offline"],
    [unavailable, "gone"],
  ];
  const first = await openIn(page, shop);
  await first.save(...refused.map(([answer], index) => shop.add(index, { bytes, answer })));
  await expect
    .poll(first.jobs)
    .toEqual(Object.fromEntries(refused.map(([, problem], index) => [index, problem])));
  expect(await first.saved()).toEqual([]);
  expect((await deviceFiles(page)).entries).toEqual([]);

  await first.library.evaluate((opened) => opened.remove());
  const { save, jobs, retry } = await openIn(page, shop);
  shop.answer(ME, portal(401));
  await save(shop.add(1, { answer: unavailable }));
  await expect.poll(jobs).toEqual({ 1: "offline" });
  for (const [answer, problem] of [
    [() => Response.json({}, { status: 401 }), "signed-out"],
    [() => Response.json(USER), "gone"],
    [() => Response.json({ ...USER, id: 2 }), "signed-out"],
  ] as const) {
    shop.answer(ME, answer);
    await retry();
    await expect.poll(jobs).toEqual({ 1: problem });
  }
});

test("downloads are canceled, continued and retried", async ({ page, context, shop }) => {
  const bytes = randomBytes(200_000);
  const listed = [1, 2, 3].map((id) => shop.add(id, { bytes, answer: () => half(bytes) }));
  const { save, jobs, jobOf, library } = await openIn(page, shop);
  await save(...listed);
  await expect.poll(jobs).toEqual({ 1: "saving", 2: "saving", 3: "waiting" });
  await expect.poll(async () => (await jobOf(1))?.received).toBeGreaterThan(0);
  await library.evaluate((opened) => opened.cancel(1));
  await expect.poll(jobs).toEqual({ 2: "saving", 3: "saving" });
  expect((await deviceFiles(page)).entries).toEqual([]);

  for (const id of [2, 3]) shop.answer(`/files/${id}/File-${id}.pdf`, () => pdf(bytes));
  const again = await openIn(page, shop);
  await expect.poll(again.saved).toEqual([2, 3]);
  expect(await again.jobs()).toEqual({});
  const { entries } = await deviceFiles(page);
  const kind = "200 basic";
  const sha256 = listed[0]?.sha256;
  expect(entries).toEqual(
    [2, 3].map((id) => ({ path: `/files/${id}/File-${id}.pdf`, kind, sha256 })),
  );

  await context.setOffline(true);
  await again.save(shop.add(4), shop.add(5));
  await expect.poll(again.jobs).toEqual({ 4: "offline", 5: "offline" });
  await context.setOffline(false);
  await expect.poll(again.saved).toEqual([2, 3, 4, 5]);
});

test("an old copy stays until the new one is complete", async ({ page, shop }) => {
  const { save, sync, jobs, saved, library } = await openIn(page, shop);
  const [old, other] = [shop.add(1), shop.add(2)];
  await save(old, other);
  await expect.poll(saved).toEqual([1, 2]);
  const bytes = randomBytes(3000);
  const replaced = shop.add(1, { bytes, answer: () => pdf(randomBytes(3000)) });
  await sync(replaced, other);
  expect(await library.evaluate((opened) => opened.read().updatable)).toEqual([1]);
  await save(replaced);
  await expect.poll(jobs).toEqual({ 1: "damaged" });
  const copies = async () =>
    (await deviceFiles(page)).entries.map(({ path, sha256 }) => `${path} ${sha256}`);
  expect(await copies()).toEqual([
    `/files/1/File-1.pdf ${old.sha256}`,
    `/files/2/File-2.pdf ${other.sha256}`,
  ]);

  const moved = { ...replaced, title: "New", url: "/files/1/New.pdf" };
  shop.answer("/files/1/New.pdf", () => pdf(bytes));
  await sync(moved, { ...other, url: "/files/2/Other.pdf" });
  await expect.poll(jobs).toEqual({});
  expect(await library.evaluate((opened) => opened.read().updatable)).toEqual([]);
  expect(await copies()).toEqual([
    `/files/1/New.pdf ${replaced.sha256}`,
    `/files/2/Other.pdf ${other.sha256}`,
  ]);
  await sync(moved);
  expect(await saved()).toEqual([1]);

  await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    const bucket = await caches.open(name);
    await bucket.delete("/files/1/New.pdf");
    await bucket.put("/files/7/File-7.pdf", new Response("stray"));
  });
  const again = await openIn(page, shop);
  expect(await again.saved()).toEqual([]);
  await expect.poll(copies).toEqual([]);
  await again.library.evaluate((opened) => opened.remove());
  expect(await deviceFiles(page)).toMatchObject(EMPTY);
});

test("tabs continue each other's downloads, and are emptied at once", async ({
  page,
  context,
  shop,
}) => {
  const bytes = randomBytes(200_000);
  const first = await openIn(page, shop);
  const tab = await context.newPage();
  const second = await openIn(tab, shop);
  const listed = [1, 2].map((id) => shop.add(id, { bytes, answer: () => half(bytes) }));
  await second.save(...listed, shop.add(3));
  for (const { jobs } of [first, second]) {
    await expect.poll(jobs).toEqual({ 1: "saving", 2: "saving", 3: "waiting" });
  }
  expect(shop.requested).toHaveLength(2);
  await second.library.evaluate((opened) => opened.cancel(1));
  for (const { saved } of [first, second]) await expect.poll(saved).toEqual([3]);
  await expect.poll(second.jobs).toEqual({ 2: "saving" });
  await page.close();
  const timesOf2 = () => shop.requested.filter((path) => path.startsWith("/files/2/")).length;
  await expect.poll(timesOf2).toBe(2);

  const third = await openIn(await context.newPage(), shop);
  expect(await third.saved()).toEqual([3]);
  const notified = await second.code.evaluateHandle(({ onDeviceEmptied }) => ({
    done: new Promise<boolean>((resolve) => onDeviceEmptied(() => resolve(true))),
  }));
  await third.code.evaluate(({ emptyDevice }) => emptyDevice());
  expect(await notified.evaluate(({ done }) => done)).toBe(true);
  await expect.poll(second.jobs).toEqual({});
  expect(await second.saved()).toEqual([]);
  expect(await deviceFiles(tab)).toMatchObject(EMPTY);
});
