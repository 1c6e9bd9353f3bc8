import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { dataFolder } from "../../support/data-folder.ts";
import { programCall } from "../../support/program.ts";
import { environmentOf, freePort, shopEnv, startStore } from "../../support/store-process.ts";
import { accepts } from "../../support/proxies.ts";
import { rawRequest } from "../../support/raw-request.ts";
import { stallDownload } from "../../support/stall-download.ts";
import { APP_SECRET, sellFileIn } from "../../support/sold-file.ts";

/** Defines a test with time to start processes and to wait 11 s for the data lock. */
const slowTest = (name: string, run: () => Promise<void>) => test(name, { timeout: 60_000 }, run);

/** Larger than the socket buffers between the server and a paused reader. */
const LARGE_BYTES = 24 * 1024 * 1024;

type Settings = { dataDir: string; port: number };

/** Settings with an unreachable payment provider and mail server. */
const NOBODY = {
  ...shopEnv({ paymentsUrl: "http://127.0.0.1:1", smtpUrl: "smtp://127.0.0.1:1" }),
  APP_SECRET,
};

/** Starts a store whose pages need no client build. */
async function startOpen(settings: Settings) {
  const program = "tests/support/pageless-store.ts";
  const store = await startStore({ ...settings, env: NOBODY, program });
  onTestFinished(store.end);
  return store;
}

/** Runs a `serve` command that is expected to fail; returns its exit code and output. */
async function refused(settings: Settings) {
  const child = Bun.spawn([...programCall(), "serve"], {
    env: environmentOf({ ...settings, env: NOBODY }),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 40_000,
  });
  const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
  const [out, words] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return { code: await child.exited, out, words };
}

const refusal = (problem: string) => ({
  code: 1,
  out: "",
  words: `Cannot start. Please check these settings:\n  ${problem}\n`,
});

const get = ({ port }: Settings, path: string) => fetch(`http://127.0.0.1:${port}${path}`);
const statusOf = async (settings: Settings) => (await get(settings, "/api/products")).status;

/** Sends a request without its last body byte; resolves once the server has read its head. */
async function beginRequest({ port }: Settings): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  const taken = once(socket, "data");
  socket.write(
    "POST /api/send-otp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
      "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{",
  );
  expect(String(await taken)).toMatch(/^HTTP\/1.1 100 /);
  return socket;
}

/** A running store, and the outcome of another start on its data. */
const first = { dataDir: "", port: 0 };
let sameData: ReturnType<typeof refused>;

// The other start waits for the data lock during all tests of this file.
beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), "papercub-data-"));
  Object.assign(first, { dataDir: join(parent, "data"), port: await freePort() });
  mkdirSync(first.dataDir, { mode: 0o755 });
  const program = "tests/support/pageless-store.ts";
  const store = await startStore({ ...first, env: NOBODY, program });
  sameData = refused({ ...first, port: await freePort() });
  return async () => {
    await store.end();
    rmSync(parent, { recursive: true });
  };
}, 60_000);

slowTest("a store answers only its own host, and locks its port", async () => {
  const statusFor = async (host: string) => {
    const head = `GET /foo/api/products HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    return (await rawRequest(first.port, head)).split(" ")[1];
  };
  expect(await statusFor(`127.0.0.1:${first.port}`)).toBe("404");
  expect(await statusFor("a b")).toBe("421");
  for (const name of readdirSync(first.dataDir)) {
    const mode = statSync(join(first.dataDir, name)).mode & 0o077;
    expect([name, mode]).toEqual([name, 0]);
  }
  const taken = refusal(`PORT: ${first.port} is in use`);
  expect(await refused({ ...first, dataDir: dataFolder() })).toEqual(taken);
});

slowTest(
  "a store that was killed during a request restarts and removes partial files",
  async () => {
    const settings = { dataDir: dataFolder(), port: await freePort() };
    const killed = await startOpen(settings);
    await beginRequest(settings);
    await killed.end();
    const files = join(settings.dataDir, "files");
    mkdirSync(files, { recursive: true });
    const part = join(files, `.${randomUUID()}.part`);
    writeFileSync(part, "half of an upload");
    utimesSync(part, 0, 0);
    await startOpen(settings);
    expect(await statusOf(settings)).toBe(200);
    expect(readdirSync(files).filter((name) => name.endsWith(".part"))).toEqual([]);
  },
);

slowTest("a stopping store accepts no new requests and answers running ones", async () => {
  const settings = { dataDir: dataFolder(), port: await freePort() };
  const store = await startOpen(settings);
  const request = await beginRequest(settings);
  const ended = store.stop();
  while (await accepts(settings.port));
  const answer = once(request, "data");
  request.write("}");
  expect(String(await answer)).toMatch(/^HTTP\/1.1 422 /);
  await ended;
});

slowTest(
  "a restarted store serves while the old process finishes a download and refuses a slow body",
  async () => {
    const settings = { dataDir: dataFolder(), port: await freePort() };
    mkdirSync(settings.dataDir);
    const sold = await sellFileIn(settings.dataDir, LARGE_BYTES);
    const store = await startOpen(settings);
    const url = `http://127.0.0.1:${settings.port}${sold.path}`;
    const slow = stallDownload(url);
    onTestFinished(slow.leave);
    await slow.begun;
    let isOver = false;
    void slow.done.then(() => (isOver = true));
    const slowBody = once(await beginRequest(settings), "data");

    const ended = store.stop();
    while (await accepts(settings.port));
    await startOpen(settings);
    expect(await statusOf(settings)).toBe(200);
    expect(String(await slowBody)).toMatch(/^HTTP\/1.1 503 [^]*"reason":"unavailable"/);
    expect(isOver).toBe(false);
    slow.goOn();
    expect(await slow.done).toEqual({
      status: 200,
      bytes: LARGE_BYTES,
      sha256: sold.sha256,
      isWhole: true,
    });
    await ended;
  },
);

slowTest("a second store is refused the data of a running one, which continues", async () => {
  const inUse = `DATA_DIR: ${first.dataDir} is in use by another store`;
  expect(await sameData).toEqual(refusal(inUse));
  expect(await statusOf(first)).toBe(200);
});
