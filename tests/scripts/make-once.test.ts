import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeOnce } from "../../scripts/lib/make-once.ts";
import { temporaryFolder } from "../support/data-folder.ts";

test("a part of the build is made again only when a source changes or a file is missing", async () => {
  const folder = temporaryFolder();
  const [source, output] = [join(folder, "source"), join(folder, "made")];
  mkdirSync(source);
  const drawing = join(source, "cub.svg");
  writeFileSync(drawing, "a cub");
  let times = 0;
  const part = {
    name: "pictures",
    from: [source],
    into: [output],
    async make() {
      times += 1;
      mkdirSync(output, { recursive: true });
      writeFileSync(join(output, "cub.avif"), "a cub");
    },
  };
  const timesAfter = async () => {
    await makeOnce(part, join(folder, "stamps"));
    return times;
  };

  expect(await timesAfter()).toBe(1);
  expect(await timesAfter()).toBe(1);
  writeFileSync(drawing, "b cub");
  expect(await timesAfter()).toBe(2);
  rmSync(join(output, "cub.avif"));
  expect(await timesAfter()).toBe(3);
  expect(await timesAfter()).toBe(3);
  writeFileSync(join(source, "den.svg"), "a den");
  expect(await timesAfter()).toBe(4);
});
