/** What the bare server is to answer as the store does. */
export type BareRequest = { path: string; headers?: Record<string, string> };

/** Starts a bare server with the store's own answers to these requests. */
export async function startBare(storeUrl: string, requests: BareRequest[]) {
  const child = Bun.spawn(
    [process.execPath, "tests/bench/bare-server.ts", storeUrl, JSON.stringify(requests)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  for await (const chunk of child.stdout) {
    const port = new TextDecoder().decode(chunk).trim();
    return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() };
  }
  throw new Error("The bare server did not start.");
}
