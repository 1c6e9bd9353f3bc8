import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  callsNotBuiltYet,
  type Call,
  documentedCalls,
  documentedPages,
  pagesNotBuiltYet,
} from "../support/call-table.ts";
import { createTestApp } from "../support/create-test-app.ts";

const CLIENT_ROUTES = join(import.meta.dirname, "../../client/routes");
/** What a parameter's value may look like; a route that takes none of these is not the call's. */
const SAMPLES = ["1", "google", "products"];

const show = ({ method, path }: Call) => `${method} ${path}`;
const shown = (calls: Call[]) => calls.map(show).toSorted();

/** The app's own calls: a catch-all, a guard and a page are none. */
function registeredCalls(): Call[] {
  const own = createTestApp().app.routes.filter(
    ({ method, path }) => method !== "ALL" && /^\/(api|files)\//.test(path) && !path.endsWith("*"),
  );
  return unique(own.map(({ method, path }) => ({ method, path: asDocumented(path) })));
}

/** "/files/:fileId{[0-9]{1,15}}/:name{.+\\.pdf}" as the documents write it. */
function asDocumented(path: string): string {
  return path
    .split("/")
    .map((part) => {
      const name = /^:(\w+)/.exec(part)?.[1];
      if (!name) return part;
      const extension = /\\(\.\w+)\}$/.exec(part)?.[1] ?? "";
      return `{${name}}${extension}`;
    })
    .join("/");
}

function unique(calls: Call[]): Call[] {
  return [...new Map(calls.map((call) => [show(call), call])).values()];
}

describe("the server's calls", () => {
  test("every documented call exists, or stands in the list of those to be built", () => {
    expect(shown([...registeredCalls(), ...callsNotBuiltYet])).toEqual(shown(documentedCalls));
  });

  test("the list of calls to be built holds no call that exists", () => {
    const existing = new Set(shown(registeredCalls()));
    expect(shown(callsNotBuiltYet).filter((line) => existing.has(line))).toEqual([]);
  });

  test("every call that exists is documented", () => {
    const known = new Set(shown(documentedCalls));
    expect(shown(registeredCalls()).filter((line) => !known.has(line))).toEqual([]);
  });

  test.each(callsNotBuiltYet.map((call) => [show(call), call] as const))(
    "%s, still to be built, is answered by 404",
    async (_name, { method, path }) => {
      const { app } = createTestApp();
      for (const sample of SAMPLES) {
        const response = await app.request(path.replaceAll(/\{\w+\}/g, sample), { method });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: "not_found" });
      }
    },
  );

  test("the tables name nothing twice", () => {
    for (const calls of [documentedCalls, callsNotBuiltYet]) {
      expect(new Set(shown(calls)).size).toBe(calls.length);
    }
  });
});

describe("the client's pages", () => {
  const builtPages = () =>
    readdirSync(CLIENT_ROUTES, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx") && !/(^|\/)(__root|-)/.test(name))
      .map((name) => readFileSync(join(CLIENT_ROUTES, name), "utf8"))
      .flatMap((source) => /createFileRoute\("([^"]+)"\)/.exec(source)?.[1] ?? [])
      .filter((path) => !path.endsWith("/$"))
      .map((path) => path.replaceAll(/\$(\w+)/g, "{$1}"));

  test("every documented page exists, or stands in the list of those to be built", () => {
    expect([...builtPages(), ...pagesNotBuiltYet].toSorted()).toEqual(documentedPages.toSorted());
  });

  test("the list of pages to be built holds no page that exists", () => {
    const existing = new Set(builtPages());
    expect(pagesNotBuiltYet.filter((path) => existing.has(path))).toEqual([]);
  });
});
