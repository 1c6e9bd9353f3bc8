// Runs the store as a later build with renamed scripts, to test tabs left open during a deploy.
import { basename } from "node:path";
import { render, served } from "../../client/app/entry-server.tsx";
import { CLIENT_BUILD } from "../../server/process/own-program.ts";
import { serve } from "../../server/commands/serve.ts";
import { loadConfig } from "../../server/config.ts";
import { loadAssets, loadStatics } from "../../server/http/built-client.ts";
import { type EncodedBody, encodeText } from "../../server/http/encoded-body.ts";

const [assets, statics] = await Promise.all([loadAssets(CLIENT_BUILD), loadStatics(CLIENT_BUILD)]);
const scripts = new Set([...statics.keys()].filter((path) => /^\/assets\/.*\.js$/.test(path)));
const names = new Set([...scripts].map((path) => basename(path)));

function renamed(text: string): string {
  return text.replace(/[\w.-]+\.js/g, (name) =>
    names.has(name) ? name.replace(/\.js$/, ".next.js") : name,
  );
}

async function nextFile([path, file]: [string, EncodedBody]): Promise<[string, EncodedBody]> {
  if (!scripts.has(path) && path !== "/sw.js") return [path, file];
  const text = renamed(new TextDecoder().decode(file.identity.body));
  const headers = { "Content-Type": "text/javascript", "Cache-Control": "no-cache" };
  return [renamed(path), await encodeText(text, headers)];
}

await serve(loadConfig(process.env), {
  render,
  served,
  assets: { ...assets, scripts: assets.scripts.map(renamed) },
  statics: new Map(await Promise.all([...statics].map(nextFile))),
});
