import { expect, test } from "vitest";
import { pages } from "../../client/app/pages.ts";
import {
  callsNotBuiltYet,
  type Call,
  documentedCalls,
  documentedPages,
  pagesNotBuiltYet,
} from "../support/call-table.ts";
import { createTestApp } from "../support/create-test-app.ts";

const shown = (calls: Call[]) => calls.map(({ method, path }) => `${method} ${path}`);

/** The app's own calls: a catch-all, a guard and a page are none. */
function registeredCalls(): string[] {
  const own = createTestApp().app.routes.filter(
    ({ method, path }) => method !== "ALL" && /^\/(api|files)\//.test(path) && !path.endsWith("*"),
  );
  return [...new Set(own.map(({ method, path }) => `${method} ${asDocumented(path)}`))];
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

// A name that stands in both lists, or twice in one, makes one side longer than the other.
test("every call is documented once, and exists or stands in the list of those to be built", () => {
  expect(new Set(shown(documentedCalls)).size).toBe(documentedCalls.length);
  expect([...registeredCalls(), ...shown(callsNotBuiltYet)].toSorted()).toEqual(
    shown(documentedCalls).toSorted(),
  );
});

test("every page is documented once, and exists or stands in the list of those to be built", () => {
  const built = Object.keys(pages).map((path) => path.replace(":id", "{productId}"));
  expect(new Set(documentedPages).size).toBe(documentedPages.length);
  expect([...built, ...pagesNotBuiltYet].toSorted()).toEqual(documentedPages.toSorted());
});
