import { describe, expect, test } from "vitest";
import { pages } from "../../client/app/pages.ts";
import {
  callsNotBuiltYet,
  type Call,
  documentedCalls,
  documentedPages,
  pagesNotBuiltYet,
} from "../support/call-table.ts";
import { createTestApp } from "../support/create-test-app.ts";

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

  test("the tables name nothing twice", () => {
    for (const calls of [documentedCalls, callsNotBuiltYet]) {
      expect(new Set(shown(calls)).size).toBe(calls.length);
    }
  });
});

describe("the client's pages", () => {
  const builtPages = () => Object.keys(pages).map((path) => path.replace(":id", "{productId}"));

  test("every documented page exists, or stands in the list of those to be built", () => {
    expect([...builtPages(), ...pagesNotBuiltYet].toSorted()).toEqual(documentedPages.toSorted());
  });

  test("the list of pages to be built holds no page that exists", () => {
    const existing = new Set(builtPages());
    expect(pagesNotBuiltYet.filter((path) => existing.has(path))).toEqual([]);
  });
});
