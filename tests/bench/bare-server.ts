// The limit that the store is measured against: a bare server that answers the very same bytes, head
// and body, to some paths. Started by bare.ts with the store's address and the requests as JSON.
import { argv } from "node:process";
import type { BareRequest } from "./bare.ts";

const [store = "", asked = "[]"] = argv.slice(2);

const answers = new Map(
  await Promise.all(
    (JSON.parse(asked) as BareRequest[]).map(async ({ path, headers: sent }) => {
      const answer = await fetch(store + path, {
        headers: { "Accept-Encoding": "identity", ...sent },
      });
      const headers = new Headers(answer.headers);
      for (const name of ["Date", "Content-Length", "Connection"]) headers.delete(name);
      const { status } = answer;
      const kept = { body: await answer.bytes(), status, headers: Object.fromEntries(headers) };
      return [new URL(store + path).pathname, kept] as const;
    }),
  ),
);

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  fetch(request) {
    const answer = answers.get(new URL(request.url).pathname);
    return new Response(answer?.body, answer && { status: answer.status, headers: answer.headers });
  },
});
process.stdout.write(`${server.port}\n`);
