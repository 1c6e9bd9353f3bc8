/** One absolute path segment; y grows downwards, units are points or drawing units. */
export type Segment =
  | readonly ["M" | "L", number, number]
  | readonly ["C", number, number, number, number, number, number]
  | readonly ["Z"];

/** Affine transform a b c d e f as in SVG: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 };
const parsed = new Map<string, readonly Segment[]>();

/** Parses SVG path data (all commands) into absolute lines and cubic curves. Results are cached. */
export function parsePath(data: string): readonly Segment[] {
  let segments = parsed.get(data);
  if (!segments) {
    segments = read(data);
    parsed.set(data, segments);
  }
  return segments;
}

export function transformPath(segments: readonly Segment[], matrix: Matrix): Segment[] {
  const [a, b, c, d, e, f] = matrix;
  const x = (px: number, py: number) => a * px + c * py + e;
  const y = (px: number, py: number) => b * px + d * py + f;
  return segments.map((s): Segment => {
    if (s[0] === "Z") return s;
    if (s[0] !== "C") return [s[0], x(s[1], s[2]), y(s[1], s[2])];
    const [, x1, y1, x2, y2, x3, y3] = s;
    return ["C", x(x1, y1), y(x1, y1), x(x2, y2), y(x2, y2), x(x3, y3), y(x3, y3)];
  });
}

/** Returns the path data of an ellipse rotated by `angle` degrees. */
export function ellipse(cx: number, cy: number, rx: number, ry = rx, angle = 0): string {
  const turn = (angle * Math.PI) / 180;
  const [dx, dy] = [rx * Math.cos(turn), rx * Math.sin(turn)];
  const ends = [cx - dx, cy - dy, cx + dx, cy + dy];
  return `M${ends[0]} ${ends[1]}A${rx} ${ry} ${angle} 1 1 ${ends[2]} ${ends[3]}A${rx} ${ry} ${angle} 1 1 ${ends[0]} ${ends[1]}Z`;
}

type Rectangle = { x: number; y: number; width: number; height: number; radius?: number };

/** Returns the path data of a rectangle; `radius` rounds its corners. */
export function rectangle({ x, y, width: w, height: h, radius: r = 0 }: Rectangle): string {
  if (!r) return `M${x} ${y}h${w}v${h}h${-w}Z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}Z`;
}

/** Returns the path data of a line through points, optionally closed. */
export function polyline(points: readonly (readonly [number, number])[], closed = false): string {
  const body = points.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`).join("");
  return closed ? `${body}Z` : body;
}

function read(data: string): Segment[] {
  const tokens = data.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [];
  const out: Segment[] = [];
  let [x, y, startX, startY, controlX, controlY] = [0, 0, 0, 0, 0, 0];
  let [command, previous, index] = ["M", "", 0];

  while (index < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[index] ?? "")) command = tokens[index++] ?? "";
    const upper = command.toUpperCase();
    if (upper === "Z") {
      out.push(["Z"]);
      [x, y, previous] = [startX, startY, "Z"];
      continue;
    }
    const count = ARGUMENTS[upper];
    if (!count) throw new Error(`Unknown path command ${command} in ${data}`);
    const raw = tokens.slice(index, index + count).map(Number);
    if (raw.length < count || raw.some(Number.isNaN)) throw new Error(`Broken path: ${data}`);
    index += count;
    const relative = command !== upper;
    const n = (i: number) => raw[i] ?? 0;
    const px = (i: number) => n(i) + (relative ? x : 0);
    const py = (i: number) => n(i) + (relative ? y : 0);
    const smooth = (kinds: string) =>
      kinds.includes(previous) && previous ? [2 * x - controlX, 2 * y - controlY] : [x, y];
    let [endX, endY] = [px(count - 2), py(count - 1)];

    if (upper === "M" || upper === "L") {
      out.push([upper, endX, endY]);
      if (upper === "M") [startX, startY] = [endX, endY];
    } else if (upper === "H" || upper === "V") {
      [endX, endY] = upper === "H" ? [px(0), y] : [x, py(0)];
      out.push(["L", endX, endY]);
    } else if (upper === "C" || upper === "S") {
      const [x1 = 0, y1 = 0] = upper === "C" ? [px(0), py(1)] : smooth("CS");
      [controlX, controlY] = [px(count - 4), py(count - 3)];
      out.push(["C", x1, y1, controlX, controlY, endX, endY]);
    } else if (upper === "Q" || upper === "T") {
      const [qx = 0, qy = 0] = upper === "Q" ? [px(0), py(1)] : smooth("QT");
      [controlX, controlY] = [qx, qy];
      out.push(quadratic([x, y], [qx, qy], [endX, endY]));
    } else {
      out.push(
        ...arc({ x, y, rx: n(0), ry: n(1), turn: n(2), large: n(3), sweep: n(4), endX, endY }),
      );
    }
    [x, y, previous] = [endX, endY, upper];
    if (command === "M") command = "L";
    if (command === "m") command = "l";
  }
  return out;
}

type Point = readonly [number, number];

function quadratic(from: Point, control: Point, to: Point): Segment {
  const mix = (end: Point, axis: 0 | 1) => end[axis] + (2 / 3) * (control[axis] - end[axis]);
  return ["C", mix(from, 0), mix(from, 1), mix(to, 0), mix(to, 1), to[0], to[1]];
}

type Arc = Record<"x" | "y" | "rx" | "ry" | "turn" | "large" | "sweep" | "endX" | "endY", number>;

/** Converts an endpoint arc to cubic curves of at most a quarter turn (SVG 1.1, appendix F.6). */
function arc({ x, y, rx, ry, turn, large, sweep, endX, endY }: Arc): Segment[] {
  const phi = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [hx, hy] = [(x - endX) / 2, (y - endY) / 2];
  const [x1, y1] = [cos * hx + sin * hy, cos * hy - sin * hx];
  const grow = Math.max(1, Math.sqrt((x1 / rx) ** 2 + (y1 / ry) ** 2));
  const [a, b] = [rx * grow, ry * grow];
  const rest = (a * b) ** 2 - (a * y1) ** 2 - (b * x1) ** 2;
  const scale = Math.sqrt(Math.max(0, rest) / ((a * y1) ** 2 + (b * x1) ** 2 || 1));
  const side = large === sweep ? -scale : scale;
  const [ux, uy] = [(side * a * y1) / b, (-side * b * x1) / a];
  const [cx, cy] = [cos * ux - sin * uy + (x + endX) / 2, sin * ux + cos * uy + (y + endY) / 2];
  const from = Math.atan2((y1 - uy) / b, (x1 - ux) / a);
  let sweepAngle = Math.atan2((-y1 - uy) / b, (-x1 - ux) / a) - from;
  if (sweep && sweepAngle < 0) sweepAngle += 2 * Math.PI;
  if (!sweep && sweepAngle > 0) sweepAngle -= 2 * Math.PI;

  const pieces = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-6));
  const step = sweepAngle / pieces;
  const reach = (4 / 3) * Math.tan(step / 4);
  const place = (px: number, py: number): Point => [
    cx + cos * a * px - sin * b * py,
    cy + sin * a * px + cos * b * py,
  ];
  return Array.from({ length: pieces }, (_, piece): Segment => {
    const [t1, t2] = [from + piece * step, from + (piece + 1) * step];
    const [c1, s1, c2, s2] = [Math.cos(t1), Math.sin(t1), Math.cos(t2), Math.sin(t2)];
    const end = piece === pieces - 1 ? ([endX, endY] as const) : place(c2, s2);
    return [
      "C",
      ...place(c1 - reach * s1, s1 + reach * c1),
      ...place(c2 + reach * s2, s2 - reach * c2),
      ...end,
    ];
  });
}
