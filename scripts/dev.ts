// `bun dev`: Vite at http://localhost:3000 serves the client's sources with hot reload and hands
// every other request to the store behind it, which restarts when one of its sources changes.
import { createServer } from "vite";
import { makePdfs, makePictures } from "./lib/drawings.ts";

const PORT = Number(process.env["PORT"] ?? 3000);
const STORE_PORT = PORT + 1;
const STORE = `http://127.0.0.1:${STORE_PORT}`;
const RETRY_MS = 200;
const MOST_TRIES = 100;
const PUBLIC_URL = `http://localhost:${PORT}`;

await Promise.all([makePdfs(), makePictures()]);
const store = Bun.spawn([process.execPath, "--watch", "scripts/dev-server.ts"], {
  env: { DEMO: "1", ...process.env, PUBLIC_URL, PORT: String(STORE_PORT) },
  stdio: ["inherit", "inherit", "inherit"],
});
const vite = await createServer({ appType: "custom", server: { port: PORT, strictPort: true } });

// After Vite's own: what it does not serve is the store's.
vite.middlewares.use(async (request, response) => {
  const url = request.url ?? "/";
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  // Pages are read and changed here, so they must come as they are.
  headers.set("Accept-Encoding", "identity");
  const answer = await askStore(url, {
    method: request.method ?? "GET",
    headers,
    body: hasBody ? new Blob(await Array.fromAsync(request)) : null,
    redirect: "manual",
  });
  answer.headers.forEach((value, name) => {
    // Vite's scripts and styles stand inline in development, which the shop's policy forbids.
    if (name !== "content-security-policy" && name !== "set-cookie")
      response.setHeader(name, value);
  });
  response.setHeader("Set-Cookie", answer.headers.getSetCookie());
  response.statusCode = answer.status;
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage || url.startsWith("/demo/")) {
    return response.end(Buffer.from(await answer.arrayBuffer()));
  }
  for (const name of ["Content-Length", "Content-Encoding", "ETag"]) response.removeHeader(name);
  return response.end(await vite.transformIndexHtml(url, await answer.text()));
});

/** Waits while the store restarts: an edit must not show as a failure. */
async function askStore(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch(STORE + url, init);
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await Bun.sleep(RETRY_MS);
    }
  }
}

await vite.listen();
vite.printUrls();

const stop = async () => {
  store.kill();
  await vite.close();
  process.exit(0);
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
