// The limit that the store is measured against: a bare server that answers the very same bytes,
// head and body, to two paths. Started by requests.ts with the store's address.
import { argv } from "node:process";

const [store = ""] = argv.slice(2);
const PATHS = ["/", "/api/products"];

const answers = new Map(
  await Promise.all(
    PATHS.map(async (path) => {
      const answer = await fetch(store + path, { headers: { "Accept-Encoding": "identity" } });
      const headers = new Headers(answer.headers);
      for (const name of ["Date", "Content-Length", "Connection"]) headers.delete(name);
      return [path, { body: await answer.bytes(), headers: Object.fromEntries(headers) }] as const;
    }),
  ),
);

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  fetch(request) {
    const answer = answers.get(new URL(request.url).pathname);
    return new Response(answer?.body, { headers: answer?.headers });
  },
});
process.stdout.write(`${server.port}\n`);
