// One client that asks for the same again as soon as it is answered, until it is killed:
// pester.ts URL COOKIE CONNECTIONS
import { argv } from "node:process";

const [url = "", cookie = "", connections = ""] = argv.slice(2);
const headers = { "X-Forwarded-For": "81.251.0.1", Cookie: cookie };

const pester = async () => {
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => undefined);
    for await (const _chunk of answer?.body ?? []) continue;
  }
};
const pesterers = Array.from({ length: Number(connections) }, pester);
process.stdout.write("at work\n");
await Promise.all(pesterers);
