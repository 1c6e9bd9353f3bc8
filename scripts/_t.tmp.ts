import { makeVolume } from "../db/seed/printables/volumes.ts";
import { renderPdf } from "../db/seed/printables/render-pdf.ts";
import { VOLUME_KEYS, PAPERS } from "../db/seed/printables/volume-keys.ts";
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("/tmp/pdf", { recursive: true });
const t0 = performance.now(); let pages = 0, bytes = 0;
for (const k of VOLUME_KEYS) { const v = makeVolume(k); const sizes: number[] = []; const t=performance.now();
 for (const paper of PAPERS) { const b = await renderPdf({ volume: v, paper }); writeFileSync(`/tmp/pdf/${k}-${paper}.pdf`, b); sizes.push(b.length); bytes += b.length; }
 pages += v.pages.length; console.log(k, v.pages.length, sizes.map(s=>Math.round(s/1024)).join("/"), Math.round(performance.now()-t)+"ms"); }
console.log(pages, Math.round(performance.now() - t0), "ms", Math.round(bytes/1e6)+"MB");
