import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FailurePage } from "../../client/components/status-pages.tsx";
import { ApiError, NO_NETWORK } from "../../client/lib/answer.ts";
import { PageProvider } from "../../client/lib/page-context.ts";
import { site, wordsOf } from "./fixtures.ts";

function failurePage(error: unknown): string {
  const go = async () => {};
  const value = { site, pathname: "/login", go, reload: go };
  return renderToStaticMarkup(
    createElement(PageProvider, { value }, createElement(FailurePage, { error })),
  );
}

test("a failure leads home and tells no internals", () => {
  for (const error of [new TypeError("x is undefined"), new ApiError("Down", { status: 503 })]) {
    const html = failurePage(error);
    expect(wordsOf(html)).toContain("The page couldn't be shown.");
    expect(html).toMatch(/<main[^]*href="\/"[^>]*>Back to Home<[^]*<\/main>/);
    expect(html).not.toContain("undefined");
  }
});

test("without a connection it leads to the account, which opens without one", () => {
  const html = failurePage(new ApiError("No network", { code: NO_NETWORK }));
  expect(wordsOf(html)).toContain("You seem to be offline.");
  expect(html).toMatch(/<main[^]*href="\/account"[^>]*>My account<[^]*<\/main>/);
});
