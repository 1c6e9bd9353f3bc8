import { inWords } from "../../support/figures.ts";
import { hostileMarkdown } from "../../support/hostile-markdown.ts";
import { atMost, inMs, type Row, slowerBeside } from "./rows.ts";
import { probe } from "./shoppers.ts";
import { startDemo } from "./store.ts";

const SHAPES = 200;
const SIZE = 60_000;
const GOAL_MS = 300;
const GOAL_BYTES = 500_000;
const PAGE = "/bench-page";

type Shown = { ms: number; bytes: number; text: string };

/** Stores hostile texts as a page, and opens the page of each that is not refused. */
export async function benchMarkdown(): Promise<Row[]> {
  await using store = await startDemo();
  const call = await signIn(store.url);
  const idle = await probe(store.url);
  console.log(`  GET /api/products, in ms, idle: ${inWords(idle)}`);
  let isDone = false;
  const probing = probe(store.url, () => !isDone);
  const [shown, storing]: [Shown[], number[]] = [[], []];
  const row = { slug: PAGE.slice(1), title: "A", body: "A", updated_on: "2026-11-28" };
  const { id } = (await (await call("POST", "/api/tables/pages", row)).json()) as { id: number };
  for (const text of hostileMarkdown(SHAPES, SIZE, 1)) {
    const storedAt = performance.now();
    const { status } = await call("PUT", `/api/tables/pages/${id}`, { body: text });
    storing.push(performance.now() - storedAt);
    // A text of control characters is too long a body.
    if (status === 422 || status === 413) continue;
    if (status !== 200) throw new Error(`A text was answered ${status}.`);
    const openedAt = performance.now();
    const html = await (await fetch(store.url + PAGE)).text();
    const [, article = ""] = /<article[^>]*>(.*)<\/article>/s.exec(html) ?? [];
    shown.push({
      ms: performance.now() - openedAt,
      bytes: Buffer.byteLength(article),
      text: text.slice(0, 40),
    });
  }
  isDone = true;
  const beside = await probing;
  console.log(`  during the sweep: ${inWords(beside)}`);
  console.log(`  ${SHAPES - shown.length} of ${SHAPES} texts were refused`);
  const [slowest] = shown.toSorted((a, b) => b.ms - a.ms);
  console.log(`  the slowest text: ${JSON.stringify(slowest?.text)}`);
  const inBytes = (value: number) => `${value} bytes`;
  return [
    atMost(GOAL_MS, { name: "Storing a text", value: Math.max(...storing), print: inMs }),
    atMost(GOAL_MS, { name: "A page's first view", value: slowest?.ms ?? 0, print: inMs }),
    atMost(GOAL_BYTES, {
      name: "A page's text",
      value: Math.max(...shown.map(({ bytes }) => bytes)),
      print: inBytes,
    }),
    slowerBeside("hostile texts", beside, idle),
  ];
}

async function signIn(url: string) {
  const own = { "Sec-Fetch-Site": "same-origin" };
  const admin = `${url}/demo/admin`;
  const { headers } = await fetch(admin, { method: "POST", headers: own, redirect: "manual" });
  const Cookie = headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  return (method: string, path: string, body: unknown) =>
    fetch(url + path, {
      method,
      headers: { ...own, Cookie, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
}
