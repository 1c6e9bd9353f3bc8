import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UpdateNotice } from "../../client/components/update-notice.tsx";

test("a page has room for the news from the beginning, and nothing in it", () => {
  const load = () => Promise.reject(new Error("No server loads this."));
  expect(renderToStaticMarkup(createElement(UpdateNotice, { load }))).toBe(
    '<div role="status"></div>',
  );
});
