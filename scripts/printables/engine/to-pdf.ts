import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFDocument, PDFHexString, PDFName, PrintScaling } from "@cantoo/pdf-lib";
import fontkit from "@pdf-lib/fontkit";
import { layoutLine, loadFace } from "./fonts.ts";
import { addOutline } from "./outline.ts";
import type { Page } from "./page.ts";
import { BOX, type Face, GREY, type Op, type PathOp, text, type TextOp } from "./scene.ts";
import type { Paper } from "../volume-keys.ts";
import type { Volume } from "../volumes.ts";

export const PAPER_SIZE = { a4: [595.28, 841.89], letter: [612, 792] } as const;

const MADE = new Date("2026-01-05T08:00:00Z");
const FACES: readonly Face[] = ["display", "text", "strong"];
const packedPages = new WeakMap<Page, Uint8Array>();

/**
 * Renders a volume as a PDF of vector outlines and selectable text. Deterministic: the dates are
 * fixed, and the document id derives from title and paper.
 */
export async function renderPdf(options: { volume: Volume; paper: Paper }): Promise<Uint8Array> {
  const { volume, paper } = options;
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(fontkit);
  const fonts = await Promise.all(
    FACES.map(async (face) => [face, await document.embedFont(loadFace(face).bytes)] as const),
  );

  const [width, height] = PAPER_SIZE[paper];
  const left = (width - BOX.width) / 2;
  const top = height - (height - BOX.height) / 2;
  const { context } = document;
  const start = context.register(context.flateStream(`1 J 1 j 1 0 0 -1 ${n(left)} ${n(top)} cm`));
  volume.pages.forEach((page, index) => {
    const sheet = document.addPage([width, height]);
    for (const [face, font] of fonts) sheet.node.setFontDictionary(PDFName.of(face), font.ref);
    const body = context.stream(packed(page), { Filter: "FlateDecode" });
    const foot = context.stream(content(footer(volume.title, index + 1)));
    const parts = [start, context.register(body), context.register(foot)];
    sheet.node.set(PDFName.of("Contents"), context.obj(parts));
  });

  addOutline(document, volume.pages);
  describe(document, volume.title, paper);
  return document.save({ useObjectStreams: true });
}

/** Returns a page's compressed content, cached for both papers because creating it is slow. */
function packed(page: Page): Uint8Array {
  let bytes = packedPages.get(page);
  if (!bytes) {
    bytes = deflateSync(content(page.ops));
    packedPages.set(page, bytes);
  }
  return bytes;
}

function content(ops: readonly Op[]): string {
  return ops.map((op) => (op.kind === "path" ? outline(op) : words(op))).join("\n");
}

function footer(title: string, number: number): Op[] {
  const small = { size: 9, colour: GREY };
  return [
    text(0, 706, `Papercub  ·  ${title}`, small),
    text(BOX.width / 2, 706, String(number), { ...small, face: "strong", anchor: "middle" }),
    text(BOX.width, 706, "for personal use", { ...small, anchor: "end" }),
  ];
}

function outline(op: PathOp): string {
  const steps = op.segments.map((s) => {
    if (s[0] === "Z") return "h";
    const [kind, ...numbers] = s;
    return `${numbers.map(n).join(" ")} ${kind === "M" ? "m" : kind === "L" ? "l" : "c"}`;
  });
  const state: string[] = [];
  if (op.fill) state.push(colour(op.fill, "g", "rg"));
  if (op.stroke) {
    state.push(colour(op.stroke, "G", "RG"), `${n(op.width)} w`);
    state.push(`[${(op.dash ?? []).map(n).join(" ")}] 0 d`);
  }
  const paint = op.fill && op.stroke ? "B" : op.fill ? "f" : "S";
  return `${state.join(" ")}\n${steps.join(" ")} ${paint}`;
}

function words(op: TextOp): string {
  const line = layoutLine(op.face, op.text);
  const shown = line.glyphs.map(({ id, drawn, advance }) => {
    const code = `<${id.toString(16).padStart(4, "0")}>`;
    const kern = Math.round(drawn - advance);
    return kern ? `${code}${kern}` : code;
  });
  const share = { start: 0, middle: 0.5, end: 1 }[op.anchor];
  const x = op.x - (share * line.width * op.size) / 1000;
  const joined = shown.join("").replaceAll("><", "");
  return `${colour(op.colour, "g", "rg")} BT /${op.face} ${n(op.size)} Tf 1 0 0 -1 ${n(x)} ${n(op.y)} Tm [${joined}] TJ ET`;
}

/** Returns the PDF operator for a colour. Greys use one channel, so black uses no coloured ink. */
function colour(hex: string, grey: string, rgb: string): string {
  const channels = [1, 3, 5].map((at) => n(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return new Set(channels).size === 1 ? `${channels[0]} ${grey}` : `${channels.join(" ")} ${rgb}`;
}

function describe(document: PDFDocument, title: string, paper: Paper): void {
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor("Papercub");
  document.setSubject("Printable preschool activities, for personal use");
  document.setProducer("Papercub");
  document.setCreator("Papercub");
  document.setLanguage("en");
  document.setCreationDate(MADE);
  document.setModificationDate(MADE);
  document.catalog.getOrCreateViewerPreferences().setPrintScaling(PrintScaling.None);
  const id = createHash("sha256").update(`${title}/${paper}`).digest("hex");
  const half = PDFHexString.of(id.slice(0, 32));
  document.context.trailerInfo.ID = document.context.obj([half, half]);
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
