import { layoutLine, loadFace } from "./fonts.ts";
import type { Op, PathOp, TextOp } from "./scene.ts";

/** Renders ops as SVG elements. Text becomes glyph outlines, so that viewers need no font. */
export function toSvgElements(ops: readonly Op[]): string {
  return ops.map((op) => (op.kind === "path" ? outline(op) : words(op))).join("");
}

function outline(op: PathOp): string {
  const data = op.segments
    .map(([kind, ...numbers]) => kind + numbers.map((value) => n(value)).join(" "))
    .join("");
  const dash = op.dash ? ` stroke-dasharray="${op.dash.join(" ")}"` : "";
  const stroke = op.stroke
    ? ` stroke="${op.stroke}" stroke-width="${n(op.width)}" stroke-linecap="round" stroke-linejoin="round"${dash}`
    : "";
  return `<path d="${data}" fill="${op.fill ?? "none"}"${stroke}/>`;
}

function words(op: TextOp): string {
  const { font } = loadFace(op.face);
  const line = layoutLine(op.face, op.text);
  const scale = op.size / font.unitsPerEm;
  const share = { start: 0, middle: 0.5, end: 1 }[op.anchor];
  const start = op.x - (share * line.width * op.size) / 1000;
  const glyphs = line.glyphs.map((glyph) => {
    const data = glyphData(op.face, glyph.id);
    if (!data) return "";
    const x = start + (glyph.x * op.size) / 1000;
    return `<path transform="matrix(${n(scale, 5)} 0 0 ${n(-scale, 5)} ${n(x)} ${n(op.y)})" d="${data}"/>`;
  });
  return `<g fill="${op.colour}">${glyphs.join("")}</g>`;
}

const outlines = new Map<string, string>();

function glyphData(face: TextOp["face"], id: number): string {
  const key = `${face}/${id}`;
  let data = outlines.get(key);
  if (data === undefined) {
    data = loadFace(face).font.getGlyph(id).path.toSVG();
    outlines.set(key, data);
  }
  return data;
}

function n(value: number, digits = 2): number {
  const power = 10 ** digits;
  return Math.round(value * power) / power;
}
