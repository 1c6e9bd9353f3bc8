import { expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { signInAdmin } from "../../support/table-calls.ts";

test("what an administrator does with a product is on the landing page at the next request", async () => {
  const t = createTestApp({ web: realPages });
  const admin = signInAdmin(t);
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700 });
  const landing = async (etag = "") => {
    const answer = await t.app.request("/", { headers: { "If-None-Match": etag } });
    return {
      status: answer.status,
      etag: answer.headers.get("ETag") ?? "",
      html: await answer.text(),
    };
  };
  const first = await landing();
  expect(first.html).toContain("$37");
  expect(await landing(first.etag)).toMatchObject({ status: 304 });

  await admin.change("products", pack, { price: 4100 });
  const dearer = await landing(first.etag);
  expect(dearer).toMatchObject({ status: 200, html: expect.stringContaining("$41") });
  expect(dearer.html).not.toContain("$37");

  const maze = { name: "Maze Pack", slug: "maze-pack", price: 500, type: "digital", active: true };
  expect(await admin.create("products", maze)).toMatchObject({ status: 201 });
  const more = await landing(dearer.etag);
  expect(more).toMatchObject({ status: 200, html: expect.stringContaining("Maze Pack") });

  await admin.change("products", pack, { active: false });
  const without = await landing(more.etag);
  expect(without.status).toBe(200);
  expect(without.html).not.toContain("$41");
});
