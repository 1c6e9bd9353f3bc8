import { chromium } from "playwright";
import { median } from "./median.ts";
import { measureScriptBytes, type PhoneVisit, visitWithPhone } from "./phone-visit.ts";
import { freePort } from "../support/store-process.ts";
import { startDemo } from "./store.ts";

const VISITS = 5;

type Visit = PhoneVisit & { scriptBytes: number; laterScriptBytes: number };
type Figure = {
  name: string;
  of: keyof Visit;
  print: (value: number) => string;
  least?: number;
  most?: number;
};

const whole = (value: number) => String(Math.round(value));
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const FIGURES: Figure[] = [
  { name: "Performance", of: "performance", print: whole, least: 99 },
  { name: "Accessibility", of: "accessibility", print: whole, least: 100 },
  { name: "Best practices", of: "bestPractices", print: whole, least: 100 },
  { name: "SEO", of: "seo", print: whole, least: 100 },
  { name: "Largest contentful paint", of: "lcpMs", print: seconds, most: 1200 },
  { name: "Layout shift", of: "cls", print: (value) => value.toFixed(3), most: 0.02 },
  { name: "Total blocking time", of: "tbtMs", print: (ms) => `${whole(ms)} ms`, most: 50 },
  { name: "Third-party requests", of: "foreignRequests", print: whole, most: 0 },
  { name: "Script before idle", of: "scriptBytes", print: kilobytes, most: 15_000 },
  { name: "Script after idle", of: "laterScriptBytes", print: kilobytes },
  { name: "Font files", of: "fontFiles", print: whole, most: 2 },
  { name: "Font bytes", of: "fontBytes", print: kilobytes, most: 50_000 },
  { name: "All bytes", of: "pageBytes", print: kilobytes },
];

/** The landing page as a phone meets it: the middle of five visits, with the best and the worst. */
export async function benchLanding(): Promise<void> {
  const store = await startDemo();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      "--headless=new",
      `--remote-debugging-port=${port}`,
      "--disable-gpu",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  try {
    const visits: Visit[] = [];
    while (visits.length < VISITS) {
      const visit = await visitWithPhone(`${store.url}/`, port);
      const script = await measureScriptBytes(browser, `${store.url}/`);
      const { beforeIdle, all } = script;
      visits.push({ ...visit, scriptBytes: beforeIdle, laterScriptBytes: all - beforeIdle });
    }
    console.log(`GET / with a phone on a slow line, the middle of ${VISITS} visits:`);
    for (const figure of FIGURES) console.log(lineOf(figure, visits));
  } finally {
    await browser.close();
    await store.stop();
  }
}

/** The browser that the tests use, installed when there is none. */
async function chromiumPath(): Promise<string> {
  const child = Bun.spawn([process.execPath, "scripts/lib/chromium.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("There is no browser to measure with.");
  return said.trimEnd().split("\n").at(-1) ?? "";
}

function lineOf({ name, of, print, least, most }: Figure, visits: Visit[]): string {
  const values = visits.map((visit) => visit[of]);
  const middle = median(values);
  const range = `${print(Math.min(...values))} to ${print(Math.max(...values))}`;
  return `  ${name}: ${print(middle)} (${range}${goalOf({ least, most, middle, print })})`;
}

type Goal = Pick<Figure, "least" | "most" | "print"> & { middle: number };

function goalOf({ least, most, middle, print }: Goal): string {
  if (least !== undefined) {
    return `; goal ${print(least)} or more: ${middle >= least ? "met" : "MISSED"}`;
  }
  if (most === undefined) return "";
  return `; goal ${print(most)} or less: ${middle <= most ? "met" : "MISSED"}`;
}
