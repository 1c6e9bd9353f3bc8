import { expect, test } from "vitest";
import { cropOf, findFileFault } from "../../../../client/admin/kinds/picture-files.ts";

const MB = 1_000_000;

test.each([
  ["photo.heic", "", MB, "heic"],
  ["photo.jpg", "image/heic", MB, "heic"],
  ["logo.svg", "image/svg+xml", 900, "svg"],
  ["logo.svg", "", 900, "svg"],
  ["bear.gif", "image/gif", 900, "gif"],
  ["letter.pdf", "application/pdf", MB, "type"],
  ["photo", "", MB, "type"],
  ["photo.jpg", "image/jpeg", 20 * MB, "size"],
  ["photo.jpg", "image/jpeg", 15 * MB, undefined],
  ["photo.avif", "image/avif", MB, undefined],
])("%s of the type %j with %d bytes: %s", (name, type, size, fault) => {
  expect(findFileFault({ name, type, size })).toBe(fault);
});

const SLOT = { width: 640, height: 320 };

test.each([
  ["wide", { width: 1000, height: 100 }, { x: 400, y: 0, width: 200, height: 100 }],
  ["tall", { width: 100, height: 1000 }, { x: 0, y: 475, width: 100, height: 50 }],
  ["fitting", { width: 1280, height: 640 }, { x: 0, y: 0, width: 1280, height: 640 }],
])("the middle of a %s picture is used", (_shape, picture, crop) => {
  expect(cropOf(picture, { slot: SLOT, position: 0.5 })).toEqual(crop);
});

test.each([
  [0, { x: 0, y: 0 }],
  [1, { x: 800, y: 0 }],
])("at %d, the crop of a wide picture starts at one of its ends", (position, place) => {
  const picture = { width: 1000, height: 100 };
  expect(cropOf(picture, { slot: SLOT, position })).toMatchObject(place);
});
