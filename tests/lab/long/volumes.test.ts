import { test } from "vitest";
import { VOLUME_KEYS } from "../../../scripts/printables/volume-keys.ts";
import { expectBothPapers } from "../../scripts/printables/both-papers.ts";

test.each(VOLUME_KEYS)("%s opens on both papers with every page at its size", (key) =>
  expectBothPapers(key),
);
