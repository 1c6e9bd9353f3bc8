import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort, listenTo } from "../support/store-process.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Inside the repository, so packages resolve; not in "test-results", which Vite does not watch. */
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
  const ports = out.heard(`Ports: ${port} (pages), ${port + 1} (store behind them)`);
  await Promise.race([Promise.all([out.heard("Papercub is open"), ports]), ended]);
  return { child, port, url: `http://localhost:${port}` };
}

async function edit(path: string, from: string, to: string) {
  const file = join(COPY, path);
  const source = await readFile(file, "utf8");
  expect(source).toContain(from);
  await writeFile(file, source.replace(from, to));
}

/** Connects to Vite's HMR WebSocket as an open tab does. */
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

/** Signs in to the demo admin and opens its change stream. */
async function openAdminTab(url: string) {
  const post = { method: "POST", headers: { Origin: url }, redirect: "manual" } as const;
  const login = await fetch(`${url}/demo/admin`, post);
  const Cookie = login.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const headers = { Cookie: Cookie.join("; ") };
  const stream = await fetch(`${url}/api/admin/changes/stream`, { headers });
  expect(stream.headers.get("Content-Type")).toContain("text/event-stream");
  return listenTo(stream.body!);
}

test(
  "bun dev survives edits with an admin tab open, and leaves no process behind",
  // On a busy machine the file watcher misses an edit now and then.
  { timeout: LIMIT_MS, retry: 1 },
  async () => {
    await copySources();
    const { child, port, url } = await startDev();
    const events = await openAdminTab(url);
    const adminTab = await openTab(url);
    await edit("server/routes/pages.ts", "User-agent: *", "User-agent: edited");
    await events.ended;
    await adminTab.reloaded;
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain("User-agent: edited");

    const tab = await openTab(url);
    await edit("client/content/contact.ts", "Replies", "Edited replies");
    await tab.reloaded;
    expect(await (await fetch(`${url}/contact`)).text()).toContain("Edited replies");

    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
    for (const left of [port, port + 1]) {
      await expect(fetch(`http://127.0.0.1:${left}/`)).rejects.toThrow();
    }
  },
);
