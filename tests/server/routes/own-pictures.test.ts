import { expect, test } from "vitest";
import { uploads } from "../../../db/store-schema.ts";
import { listPictures } from "../../../client/content/text-catalogue.ts";
import { slotOf } from "../../../client/admin/kinds/picture-files.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { signInAdmin } from "../../support/table-calls.ts";

const HERO = "pictures.premium-pack";
const pathOf = (name: string) => `/uploads/${"a".repeat(64)}/${name}`;
const FILES = [
  { width: 320, type: "image/avif", path: pathOf("small.avif") },
  { width: 640, type: "image/avif", path: pathOf("large.avif") },
  { width: 320, type: "image/webp", path: pathOf("small.webp") },
  { width: 640, type: "image/webp", path: pathOf("large.webp") },
];
const PICTURE = { alt: "Two children draw", width: 640, height: 828, files: FILES };
const [FILE] = FILES;

function open() {
  const t = createTestApp({ web: realPages });
  const stored = { name: "a.avif", type: "image/avif", bytes: 9, createdAt: t.clock.now() };
  t.db
    .insert(uploads)
    .values({ ...stored, sha256: "a".repeat(64) })
    .run();
  return { admin: signInAdmin(t), landing: async () => (await t.app.request("/")).text() };
}

const INVALID = "choose one on the Content screen";

test.each<[string, unknown, string, string]>([
  ["pictures.nothing", PICTURE, "name", "no text named “pictures.nothing”"],
  [HERO, "a picture", "value", INVALID],
  [HERO, null, "value", INVALID],
  [HERO, { ...PICTURE, alt: " " }, "value", "needs a description"],
  [HERO, { ...PICTURE, alt: "a".repeat(301) }, "value", "more than 300 characters"],
  [HERO, { ...PICTURE, alt: undefined }, "value", INVALID],
  [HERO, { ...PICTURE, width: -1 }, "value", INVALID],
  [HERO, { ...PICTURE, height: "640" }, "value", INVALID],
  [HERO, { ...PICTURE, files: [] }, "value", INVALID],
  [HERO, { ...PICTURE, files: Array(9).fill(FILE) }, "value", INVALID],
  [HERO, { ...PICTURE, files: [null] }, "value", INVALID],
  [HERO, { ...PICTURE, files: [{ ...FILE, type: "image/svg+xml" }] }, "value", INVALID],
  [
    HERO,
    { ...PICTURE, files: [{ ...FILE, path: "https://evil.example/a.webp" }] },
    "value",
    INVALID,
  ],
  [HERO, { ...PICTURE, files: [{ ...FILE, path: "/uploads/../admin.webp" }] }, "value", INVALID],
  [
    HERO,
    { ...PICTURE, files: [FILE, { ...FILE, path: `/uploads/${"b".repeat(64)}/a.avif` }] },
    "value",
    "isn't a picture of this shop",
  ],
  [
    HERO,
    { ...PICTURE, files: [{ ...FILE, path: pathOf("a.webp 1w, /x.webp") }] },
    "value",
    INVALID,
  ],
])("%s cannot become %j", async (name, value, field, message) => {
  const { admin } = open();
  expect(await admin.create("texts", { name, value: JSON.stringify(value) })).toMatchObject({
    status: 422,
    body: { errors: { [field]: [expect.stringContaining(message)] } },
  });
});

test("the landing page shows the owner's picture until its row is deleted", async () => {
  const { admin, landing } = open();
  const before = await landing();
  const { body } = await admin.create("texts", { name: HERO, value: JSON.stringify(PICTURE) });
  const [own = ""] =
    /<picture[^>]*>(?:(?!<\/picture>).)*Two children draw.*?<\/picture>/.exec(await landing()) ??
    [];
  for (const format of ["avif", "webp"]) {
    const files = `${pathOf(`small.${format}`)} 320w,${pathOf(`large.${format}`)} 640w`;
    expect(own).toContain(`<source type="image/${format}" srcSet="${files}"`);
  }
  expect(own).toContain(`<img src="${pathOf("large.webp")}" width="640" height="828" alt="Two `);
  await admin.remove("texts", Number(body["id"]));
  expect(await landing()).toBe(before);
});

test("every picture of the catalogue has a size and widths", () => {
  for (const { picture = "" } of listPictures()) {
    expect(slotOf(picture).widths.at(-1)).toBe(slotOf(picture).width);
  }
});
