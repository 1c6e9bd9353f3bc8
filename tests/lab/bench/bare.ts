// The limit that the store is measured against: a bare server that answers the very same bytes, head
// and body, to some paths. As a program it is that server: bare.ts STORE_URL REQUESTS_AS_JSON

/** What the bare server is to answer as the store does. */
type BareRequest = { path: string; headers?: Record<string, string> };

/** Starts a bare server, in a process of its own, with the store's own answers to these requests. */
export async function startBare(storeUrl: string, requests: BareRequest[]) {
  const child = Bun.spawn(
    [process.execPath, import.meta.filename, storeUrl, JSON.stringify(requests)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  for await (const chunk of child.stdout) {
    const port = new TextDecoder().decode(chunk).trim();
    return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() };
  }
  throw new Error("The bare server did not start.");
}

async function serveAnswers(storeUrl: string, requests: BareRequest[]): Promise<void> {
  const answers = new Map<string, { body: Uint8Array<ArrayBuffer>; init: ResponseInit }>();
  for (const { path, headers: sent } of requests) {
    const url = new URL(path, storeUrl);
    const answer = await fetch(url, { headers: { "Accept-Encoding": "identity", ...sent } });
    const headers = new Headers(answer.headers);
    for (const name of ["Date", "Content-Length", "Connection"]) headers.delete(name);
    const init = { status: answer.status, headers: Object.fromEntries(headers) };
    answers.set(url.pathname, { body: await answer.bytes(), init });
  }
  const { port } = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    fetch(request) {
      const answer = answers.get(new URL(request.url).pathname);
      return new Response(answer?.body, answer?.init);
    },
  });
  process.stdout.write(`${port}\n`);
}

if (import.meta.main) {
  const [storeUrl = "", requests = "[]"] = process.argv.slice(2);
  await serveAnswers(storeUrl, JSON.parse(requests));
}
