import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { LISTS, type Picture, PICTURES, pictureSvg } from "./pictures.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "client/public/pictures");
const MANIFESTS = join(ROOT, "client/content/pictures");
const ICON = join(ROOT, "client/public/favicon.svg");
const TAB_ICON_PX = 32;
const HOME_ICON_PX = 180;
const HOME_MARK_PX = 128;
const APP_ICONS_PX = [192, 512];
const LARGE_ICON_PX = 512;
/** Size of the mark in a maskable icon; fits into its safe zone. */
const MASKABLE_MARK_PX = 300;
const PAPER = "#fffaf1";
const FALLBACK_MOST_PX = 640;
// Lower quality blurs small print; higher quality only increases the size.
const AVIF = { quality: 40, effort: 1, chromaSubsampling: "4:2:0" } as const;
const WEBP = { quality: 76, effort: 2 } as const;
const HASH_DIGITS = 10;
const TAB_ICON = "icon-32.png";
const HOME_ICON = "apple-touch-icon.png";

/**
 * Picture data for the client. The files are `/pictures/{hash}/{slug}-{width}.avif`, one
 * `{slug}-{fallback}.webp` for browsers without AVIF, and a larger `{slug}-{large}.webp`.
 */
type Entry = {
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  fallback: number;
};

const files = new Map<string, Buffer>();

await makePictures();

/** Makes every picture of the shop from the printable pages, with the manifests the client reads. */
async function makePictures(): Promise<void> {
  const queue = [...PICTURES];
  const made = new Map<string, Entry>();
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      made.set(next.slug, await make(next));
  };
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  sharp.concurrency(1);
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  await makeIcons();
  const hash = hashOfAll();
  mkdirSync(join(FOLDER, hash));
  for (const [name, bytes] of files) writeFileSync(join(FOLDER, hash, name), bytes);
  mkdirSync(MANIFESTS, { recursive: true });
  writeFileSync(join(MANIFESTS, "hash.gen.json"), `${JSON.stringify(hash)}\n`);
  for (const [name, list] of Object.entries(LISTS)) {
    const entries = list.filter(({ jpeg }) => !jpeg).map(({ slug }) => [slug, made.get(slug)]);
    const json = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
    writeFileSync(join(MANIFESTS, `${name}.gen.json`), json);
  }
}

/** Renders a picture once at its largest width and scales it to every size. */
async function make(picture: Picture): Promise<Entry> {
  const { slug, alt, width, height, widths, large } = picture;
  const largest = Math.max(...widths);
  const drawing = Buffer.from(pictureSvg(picture, large ?? largest));
  const fallback = widths.filter((size) => size <= FALLBACK_MOST_PX).at(-1) ?? largest;
  const entry = {
    alt,
    width: largest,
    height: Math.round((largest * height) / width),
    widths,
    fallback,
  };
  if (picture.jpeg) {
    await sharp(drawing)
      .flatten({ background: PAPER })
      .jpeg({ quality: 84 })
      .toFile(join(FOLDER, `${slug}.jpg`));
    return entry;
  }
  const { data, info } = await sharp(drawing).raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const raw = { width: info.width, height: info.height, channels };
  for (const size of widths) {
    const scaled = sharp(data, { raw }).resize({ width: size });
    files.set(`${slug}-${size}.avif`, await scaled.clone().avif(AVIF).toBuffer());
    if (size === fallback) files.set(`${slug}-${size}.webp`, await scaled.webp(WEBP).toBuffer());
  }
  if (large !== undefined) {
    files.set(`${slug}-${large}.webp`, await sharp(data, { raw }).webp(WEBP).toBuffer());
  }
  return entry;
}

/** Returns one hash for all files, so that pages need no hash per picture. */
function hashOfAll(): string {
  const hash = createHash("sha256");
  for (const name of [...files.keys()].toSorted()) hash.update(name).update(files.get(name) ?? "");
  return hash.digest("hex").slice(0, HASH_DIGITS);
}

/** Makes the icons for browsers without SVG icons, home screens and the installed app. */
async function makeIcons(): Promise<void> {
  const mark = (size: number) => sharp(ICON, { density: 800 }).resize({ width: size }).png();
  const to = (name: string) => join(FOLDER, name);
  await mark(TAB_ICON_PX).toFile(to(TAB_ICON));
  const onPaper = async (size: number, markSize: number, name: string) => {
    const room = Math.round((size - markSize) / 2);
    await mark(markSize)
      .extend({ top: room, bottom: room, left: room, right: room, background: PAPER })
      .flatten({ background: PAPER })
      .toFile(to(name));
  };
  await onPaper(HOME_ICON_PX, HOME_MARK_PX, HOME_ICON);
  for (const size of APP_ICONS_PX)
    await mark(size)
      .png({ palette: true })
      .toFile(to(`icon-${size}.png`));
  await onPaper(LARGE_ICON_PX, MASKABLE_MARK_PX, `icon-maskable-${LARGE_ICON_PX}.png`);
  await makeMonochrome(mark(LARGE_ICON_PX), to(`icon-monochrome-${LARGE_ICON_PX}.png`));
}

/** Writes an icon of only the mark's dark lines on transparency, so that systems can tint it. */
async function makeMonochrome(mark: Sharp, path: string): Promise<void> {
  const { data, info } = await mark
    .flatten({ background: "#fff" })
    .greyscale()
    .negate()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const lines = await sharp(data, { raw: { width, height, channels } })
    .extractChannel(0)
    .toBuffer();
  await sharp({ create: { width, height, channels: 3, background: "#000" } })
    .joinChannel(lines, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(path);
}
