import { expect, test } from "vitest";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";

const RULES = "/speculation-rules.json";

test("all but the landing page let browsers fetch ahead the pages that are the same for all", async () => {
  const { app } = createTestApp({ web: realPages, hasContent: true });
  const answer = await app.request(SITE + RULES);
  // Browsers ignore rules of any other content type.
  expect(answer.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const { prefetch } = await answer.json();
  const paths: string[] = prefetch[0].where.href_matches;
  expect(paths).toEqual(["/", "/privacy", "/terms", "/refund"]);
  for (const path of paths) {
    const page = await app.request(SITE + path);
    expect(page.headers.get("Speculation-Rules"), path).toBe(path === "/" ? null : `"${RULES}"`);
    expect(page.headers.get("Set-Cookie"), path).toBeNull();
  }
});
