import { expect, test } from "vitest";
import { demoFonts, FONT_PATHS } from "../../../../server/demo/page/fonts.ts";

test.each(Object.values(FONT_PATHS))("%s is a face for a browser to keep", async (path) => {
  const answer = await demoFonts().request(path.replace("/demo", ""));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("font/woff2");
  expect(answer.headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(new TextDecoder().decode(bytes.slice(0, 4))).toBe("wOF2");
});
