import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort, listenTo } from "../support/store-process.ts";
import { within } from "../support/until.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Inside the repository, so that packages resolve. Vite does not watch "test-results". */
const COPY = join(ROOT, ".tools/dev-copy");
const COPIED =
  "bun.lock bunfig.toml client db package.json scripts server tsconfig.json vite.config.ts dist/made-from dist/printables";
const LIMIT_MS = 60_000;

async function copySources() {
  await rm(COPY, { recursive: true, force: true });
  await mkdir(join(COPY, "dist"), { recursive: true });
  for (const path of COPIED.split(" "))
    await cp(join(ROOT, path), join(COPY, path), { recursive: true });
  onTestFinished(() => rm(COPY, { recursive: true }));
}

async function startDev() {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, "scripts/dev.ts"], {
    cwd: COPY,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  const out = listenTo(child.stdout);
  const errors = listenTo(child.stderr);
  const ended = child.exited.then((code) => {
    throw new Error(`bun dev exited with ${code}: ${errors.text()}`);
  });
  await within(Promise.race([out.heard("Papercub is open"), ended]), {
    what: "bun dev opens the store",
    limitMs: LIMIT_MS,
  });
  return { child, port, url: `http://localhost:${port}` };
}

async function edit(path: string, from: string, to: string) {
  const file = join(COPY, path);
  const source = await readFile(file, "utf8");
  expect(source).toContain(from);
  await writeFile(file, source.replace(from, to));
}

/** The messages that Vite sends to an open tab. */
async function openTab(url: string) {
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const socket = new WebSocket(`${url.replace("http", "ws")}/?token=${token}`, "vite-hmr");
  onTestFinished(() => socket.close());
  const reloaded = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    if (JSON.parse(String(data)).type === "full-reload") reloaded.resolve();
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  return { reloaded: reloaded.promise };
}

/** The event stream of an open admin tab; `first` resolves with its first event. */
async function openAdminTab(url: string) {
  const login = await fetch(`${url}/demo/admin`, {
    method: "POST",
    headers: { Origin: url },
    redirect: "manual",
  });
  const headers = {
    Cookie: login.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
    Origin: url,
  };
  const stream = await fetch(`${url}/api/admin/changes/stream`, { headers });
  expect(stream.headers.get("Content-Type")).toContain("text/event-stream");
  const events = listenTo(stream.body!);
  return { events, headers };
}

test(
  "bun dev outlives edits with an admin tab open, and leaves no process behind",
  async () => {
    await copySources();
    const { child, port, url } = await startDev();
    const { events, headers } = await openAdminTab(url);
    const heard = events.heard("contact_submissions");
    const body = JSON.stringify({ name: "Kim", email: "kim@example.com", message: "Ten letters." });
    const json = { ...headers, "Content-Type": "application/json" };
    const sent = await fetch(`${url}/api/tables/contact_submissions`, {
      method: "POST",
      headers: json,
      body,
    });
    expect(sent.status).toBe(201);
    await within(heard, { what: "the change reaches the admin tab", limitMs: LIMIT_MS });

    await edit("server/routes/pages.ts", "User-agent: *", "User-agent: edited");
    await events.ended;
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain("User-agent: edited");

    const tab = await openTab(url);
    await edit("client/content/contact.ts", "Replies", "Edited replies");
    await within(tab.reloaded, { what: "the tab reloads", limitMs: LIMIT_MS });
    expect(await (await fetch(`${url}/contact`)).text()).toContain("Edited replies");

    child.kill("SIGINT");
    expect(await within(child.exited, { what: "bun dev exits", limitMs: LIMIT_MS })).toBe(0);
    for (const left of [port, port + 1]) {
      await expect(fetch(`http://127.0.0.1:${left}/`)).rejects.toThrow();
    }
  },
  LIMIT_MS,
);
