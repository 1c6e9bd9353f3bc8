import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { environmentOf, freePort } from "../../scripts/faults/shared/store-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const OPEN_LINE = "Papercub is open";
/** Each test starts processes, and a store waits ten seconds for another one to end. */
const LIMIT = { timeout: 60_000 };

type Settings = { dataDir: string; port: number };

function dataDir() {
  const parent = mkdtempSync(join(tmpdir(), "papercub-serve-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "data");
}

/** Starts a store as its own process. Neither a provider nor a mail server answers it. */
function start(script: string, settings: Settings) {
  const nobody = { paymentsUrl: "http://127.0.0.1:1", smtpUrl: "smtp://127.0.0.1:1" };
  const child = Bun.spawn([process.execPath, script, "serve"], {
    cwd: ROOT,
    env: environmentOf({ ...settings, ...nobody }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  return child;
}

/** A store that will be open: resolves when it says so, throws what it prints when it does not. */
async function startOpen(settings: Settings) {
  const child = start("tests/server/support/store-process.ts", settings);
  const opened = Promise.withResolvers<void>();
  // Read to the end: a store whose output nobody takes would stop at its next log line.
  const readAll = async () => {
    const decoder = new TextDecoder();
    let said = "";
    for await (const chunk of child.stdout) {
      said += decoder.decode(chunk, { stream: true });
      if (said.includes(OPEN_LINE)) opened.resolve();
    }
    const words = await new Response(child.stderr).text();
    opened.reject(new Error(`The store did not open: ${said}${words}`));
  };
  void readAll();
  await opened.promise;
  return child;
}

/** How a start ends that is to be refused: its exit status and all that it prints. */
async function refusedStart(settings: Settings) {
  const child = start("server/main.ts", settings);
  const [code, out, words] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, words };
}

const refusal = (problem: string) => ({
  code: 1,
  out: "",
  words: `Cannot start. Please check these settings:\n  ${problem}\n`,
});

const statusOf = async ({ port }: Settings) =>
  (await fetch(`http://127.0.0.1:${port}/api/products`)).status;

/** A request that the store has taken, and whose last byte is still to come. */
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

test(
  "a data directory that is a file is one message, with nothing of the program",
  LIMIT,
  async () => {
    const directory = dataDir();
    writeFileSync(directory, "a file");
    const outcome = await refusedStart({ dataDir: directory, port: await freePort() });
    const problem = `DATA_DIR: ${directory} must be a folder in which this user may write (EEXIST)`;
    expect(outcome).toEqual(refusal(problem));
  },
);

test("a port where a store is open is refused at once, whatever its data", LIMIT, async () => {
  const first = { dataDir: dataDir(), port: await freePort() };
  await startOpen(first);
  const problem = `PORT: ${first.port} is in use`;
  const other = { ...first, dataDir: dataDir() };
  expect(await refusedStart(other)).toEqual(refusal(problem));
  expect(await refusedStart(first)).toEqual(refusal(problem));
  expect(await statusOf(first)).toBe(200);
});

test(
  "data that a store holds is refused on another port, and the store stays open",
  LIMIT,
  async () => {
    const first = { dataDir: dataDir(), port: await freePort() };
    await startOpen(first);
    const outcome = await refusedStart({ ...first, port: await freePort() });
    expect(outcome).toEqual(refusal(`DATA_DIR: ${first.dataDir} is in use by another store`));
    expect(await statusOf(first)).toBe(200);
  },
);

test(
  "a store that was killed in the middle of a request is started again at once",
  LIMIT,
  async () => {
    const settings = { dataDir: dataDir(), port: await freePort() };
    const killed = await startOpen(settings);
    await beginRequest(settings);
    killed.kill("SIGKILL");
    await killed.exited;
    await startOpen(settings);
    expect(await statusOf(settings)).toBe(200);
  },
);

test("a store waits for the one before it, which answers to the end", LIMIT, async () => {
  const settings = { dataDir: dataDir(), port: await freePort() };
  const before = await startOpen(settings);
  const request = await beginRequest(settings);
  before.kill("SIGTERM");
  while (await accepts(settings));
  const order: string[] = [];
  const ended = before.exited.then(() => order.push("the first ends"));
  const opened = startOpen(settings).then(() => order.push("the second is open"));
  while (!(await accepts(settings)));
  // This one comes too early, and is kept.
  const early = statusOf(settings);
  const answer = once(request, "data");
  request.write("}");
  expect(String(await answer)).toMatch(/^HTTP\/1.1 422 /);
  await Promise.all([ended, opened]);
  expect(order).toEqual(["the first ends", "the second is open"]);
  expect(before.exitCode).toBe(0);
  expect(await early).toBe(200);
});

/** Says whether somebody listens on the port. */
function accepts({ port }: Settings): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
