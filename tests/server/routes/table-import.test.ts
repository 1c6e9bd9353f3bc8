import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import { openImports, windows1252 } from "../../support/imports.ts";
import { afterNextCommit, newestChange, openRoles } from "../../support/table-calls.ts";
import { createTestApp } from "../../support/create-test-app.ts";

test.each([
  ["anonymous", 401],
  ["buyer", 403],
] as const)("%s may not import", async (role, status) => {
  const roles = openRoles(createTestApp());
  for (const path of ["/api/tables/products/import", "/api/tables/products/import/preview"]) {
    expect(await roles[role].call("POST", path)).toMatchObject({ status });
  }
});

describe("a file is refused whole", () => {
  test.each<[string, string, number]>([
    ["that is empty", "", 422],
    ["with an unknown column", "name,hue\na,b", 422],
    ["with a column twice", "name,name\na,b", 422],
    ["of 20,001 rows", `name\n${"a\n".repeat(20_001)}`, 422],
    ["of more than 16 MB", `name\n${"a".repeat(16 * 1024 * 1024)}`, 413],
    ["of 201 columns", `name${",a".repeat(200)}\n`, 422],
  ])("%s", async (_what, csv, status) => {
    const { send, ...t } = await openImports();
    const before = newestChange(t);
    for (const dryRun of [true, false])
      expect(await send(csv, { dryRun })).toMatchObject({ status });
    expect(newestChange(t)).toBe(before);
  });

  test("of another table, type or encoding", async () => {
    const { admin, send, preview } = await openImports();
    for (const call of [send, preview]) {
      expect(await call("kind\ncode", { table: "emails" })).toMatchObject({ status: 403 });
      expect(await call("a", { table: "nosuch" })).toMatchObject({ status: 404 });
      expect(await call("name\na", { charset: "koi8-r" })).toMatchObject({ status: 415 });
      const latin = windows1252("name\nCaf\u00E9");
      expect(await call(latin, { charset: "utf-8" })).toMatchObject({ status: 422 });
    }
    for (const path of ["import", "import/preview"]) {
      const sent = admin.call("POST", `/api/tables/products/${path}`, { body: "name\na" });
      expect(await sent).toMatchObject({ status: 415 });
    }
  });

  test.each([
    ["too few", "id"],
    ["too many", "id,name,price"],
    ["unknown", "id,hue"],
    ["the same twice", "id,id"],
  ])("whose chosen columns are %s", async (_what, columns) => {
    const { send } = await openImports();
    for (const dryRun of [true, false]) {
      expect(await send("No,Title\n1,Mazes", { columns, dryRun })).toMatchObject({ status: 422 });
    }
  });

  test("with a guessed, unconfirmed encoding", async () => {
    const { send, ...t } = await openImports();
    const before = newestChange(t);
    const file = windows1252("id,name\n1,Caf\u00E9");
    expect(await send(file)).toMatchObject({ status: 422, body: { reason: "encoding_guessed" } });
    expect(newestChange(t)).toBe(before);
  });

  test("with very many errors, the first of which are listed", async () => {
    const { send } = await openImports();
    const { body } = await send(`id,price\n${"x,y\n".repeat(5_000)}`, { dryRun: true });
    expect(body).toMatchObject({ same: 0, refused: 5_000, moreErrors: 4_800 });
    expect(body.errors).toHaveLength(200);
    expect(body.errors.at(-1)).toMatchObject({ line: 201, field: "id" });
  });
});

describe("a row is told of by its line", () => {
  const NEW = "name,slug,price,type";
  test.each<[string, string, [line: number, field: string, message: string][]]>([
    [
      "a rule of its fields",
      `${NEW}\nMazes,mazes,-1,digital\nx,y,a,b`,
      [
        [2, "price", "Price (cents) cannot be less than 0"],
        [3, "name", "Name must be at least 2 characters"],
        [3, "price", "Price (cents) must be a number"],
        [3, "type", "Type must be one of the valid options"],
      ],
    ],
    ["an unknown row", "id,price\n1,500\n\n99,500", [[4, "id", "This row no longer exists."]]],
    ["an id that is not a number", "id,price\nx,500", [[2, "id", "This row no longer exists."]]],
    ["a row twice", "id,price\n1,500\n1,600", [[3, "id", "This row is in the file twice."]]],
    [
      "a key of another row",
      "id,slug\n1,book",
      [[2, "slug", "Short name is taken by another row."]],
    ],
    [
      "a key twice in the file",
      `${NEW}\nMazes,mazes,100,digital\nMore,mazes,100,digital`,
      [[3, "slug", "Short name is taken by another row."]],
    ],
    [
      "a row of an older version",
      "id,version,price\n1,7,5",
      [[2, "version", "This row was changed after it was exported."]],
    ],
    [
      "what cannot be changed",
      "id,created_at\n1,2020-01-01",
      [[2, "created_at", "Created at cannot be changed."]],
    ],
    [
      "too many cells",
      "id,price\n1,5,6",
      [[2, "", "This row has more cells than the header row."]],
    ],
    [
      "too many cells, left out or blank",
      "id,price\n1,5,\n,,,\n2,6,x",
      [
        [2, "", "This row has more cells than the header row."],
        [4, "", "This row has more cells than the header row."],
      ],
    ],
    ["an open quote", 'id,badge\n1,"a', [[2, "", "A quote in this row is never closed."]]],
    [
      "text behind a quote",
      'id,badge\n1,"a"b',
      [[2, "", "Text follows a closing quote in this row."]],
    ],
    [
      "a cell of 10 MB",
      `id,description\n1,"${"a\n".repeat(5_000_000)}"`,
      [[2, "description", "Description cannot exceed 1000000 characters"]],
    ],
    [
      "a cell of more than 1 MB",
      `id,description\n1,${"a".repeat(1_000_001)}`,
      [[2, "description", "Description cannot exceed 1000000 characters"]],
    ],
  ])("%s", async (_what, csv, expected) => {
    const { send, ...t } = await openImports();
    const before = newestChange(t);
    const errors = expected.map(([line, field, message]) => ({ line, field, message }));
    const dry = await send(csv, { dryRun: true });
    expect(dry).toMatchObject({ status: 200, body: { changeSet: null } });
    expect(dry.body.errors).toEqual(errors);
    const refused = await send(csv);
    expect(refused).toMatchObject({ status: 422, body: { ...dry.body, code: "invalid" } });
    expect(newestChange(t)).toBe(before);
  });

  test("what the table's own rules refuse", async () => {
    const { admin, send, ...t } = await openImports();
    const before = newestChange(t);
    const csv = `id,is_admin\n${admin.userId},false`;
    expect((await send(csv, { table: "users", dryRun: true })).body).toMatchObject({
      changed: 0,
      refused: 1,
      errors: [{ line: 2, message: expect.stringContaining("your own rights") }],
    });
    expect(await send(csv, { table: "users" })).toMatchObject({ status: 422 });
    expect(newestChange(t)).toBe(before);
  });
});

describe("an import", () => {
  const CSV =
    'slug;id;price;name;type;features\r\npack;1;950;Pack;digital;"one\ntwo"\r\nbook;2;900;Book;digital;\r\nmazes;;100;Mazes;digital;\r\n';

  test("makes rows and changes others by what differs, as one set to undo", async () => {
    const { admin, send, stored, ...t } = await openImports();
    const was = stored();
    const counts = {
      new: 1,
      changed: 1,
      same: 1,
      refused: 0,
      errors: [],
      moreErrors: 0,
      encoding: "utf-8",
    };
    const before = newestChange(t);
    expect((await send(CSV, { dryRun: true })).body).toEqual({ ...counts, changeSet: null });
    expect(newestChange(t)).toBe(before);
    const { body, headers } = await send(`\uFEFF${CSV}`);
    expect(body).toEqual({ ...counts, changeSet: Number(headers.get("X-Change-Set")) });
    expect(stored()).toMatchObject([
      { name: "Pack", price: 950, features: ["one", "two"], version: 2 },
      { name: "Book", version: 1 },
      { name: "Mazes", price: 100, features: [], active: true },
    ]);
    expect(await admin.call("POST", `/api/admin/change-sets/${body.changeSet}/undo`)).toMatchObject(
      { body: { changed: 2 } },
    );
    expect(stored()).toMatchObject(was.map(({ price, features }) => ({ price, features })));
  });

  test("fills the fields chosen for the file's columns", async () => {
    const { send, stored } = await openImports();
    const file = "Number;Title;Remark;Badge\r\n1;Mazes;none;\r\n2;Owls\r\n";
    const columns = "id,name,,badge";
    expect((await send(file, { columns, dryRun: true })).body).toMatchObject({ changed: 2 });
    await send(file, { columns });
    expect(stored()).toMatchObject([{ name: "Mazes" }, { name: "Owls", badge: null }]);
  });

  test("accepts mixed line endings in one file", async () => {
    const { send, stored } = await openImports();
    const file = "id,badge\r\n1,NEW\n2,OLD\r\n";
    expect((await send(file)).body).toMatchObject({ changed: 2, refused: 0 });
    expect(stored()).toMatchObject([{ badge: "NEW" }, { badge: "OLD" }]);
  });

  test("reads Windows-1252 when the sender confirms it", async () => {
    const { send, preview, stored } = await openImports();
    const file = windows1252("id,name\n1,Caf\u00E9 d'\u00C9t\u00E9\n2,Plain");
    expect((await preview(file)).body).toEqual({
      encoding: "windows-1252",
      isGuess: true,
      foreignWords: ["Café", "Été"],
      rows: 2,
      headers: ["id", "name"],
      samples: [
        ["1", "2"],
        ["Café d'Été", "Plain"],
      ],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const seen = await send(file, { dryRun: true });
    expect(seen).toMatchObject({ status: 200, body: { changed: 2, encoding: "windows-1252" } });
    const charset = "windows-1252";
    expect((await preview(file, { charset })).body).toMatchObject({ isGuess: false });
    expect(await send(file, { charset })).toMatchObject({ status: 200 });
    expect(stored()).toMatchObject([{ name: "Café d'Été" }, { name: "Plain" }]);
  });

  test("stops at a row that another changes meanwhile, which it leaves", async () => {
    const { send, stored, ...t } = await openImports();
    const lines = Array.from({ length: 60 }, (_, n) => `,p-${n},100,New ${n},digital`);
    const csv = `id,slug,price,name,type\n${lines.join("\n")}\n1,pack,500,Pack,digital`;
    const author = { actor: "admin:99", now: t.clock.now() };
    afterNextCommit(t, () =>
      t.db.write((tx) => updateRow(tx, products, 1, { badge: "MINE" }, author)),
    );
    expect(await send(csv)).toMatchObject({
      status: 409,
      body: { reason: "changed_since", changeSet: expect.any(Number) },
    });
    expect(stored()[0]).toMatchObject({ price: 900, badge: "MINE" });
  });
});
