import type { Point } from "./along.ts";
import { polyline } from "./path.ts";
import { circle, INK, type Op, path, WHITE } from "./scene.ts";

/** A rosette of `bows` pleats: its centre, and the radius in points at which the bows meet. */
type Rosette = { x: number; y: number; radius: number; bows: number };

/** Half the spread of the two ribbon tails, in degrees. */
const SPREAD = 19;
/** Parts of the radius: a tail's length from the centre, half its width, the depth of its notch. */
const TAIL = { length: 1.86, half: 0.29, notch: 0.2 };
/** Parts of the radius: the empty middle, and how far the cut line runs from the outline. */
const MIDDLE = 0.8;
const CUT = 0.055;
/** Radius of a bow in halves of its width; 1 is a half circle, more is flatter. */
const BOW = 1.08;

/** The point on a circle, `angle` degrees clockwise from the top. */
export function onCircle(x: number, y: number, radius: number, angle: number): Point {
  const turn = (angle * Math.PI) / 180;
  return [x + radius * Math.sin(turn), y - radius * Math.cos(turn)];
}

/** Path data of a round edge of bows, which meet on the radius and swing outwards. */
export function scallops({ x, y, radius, bows }: Rosette): string {
  const bow = radius * Math.sin(Math.PI / bows) * BOW;
  const ends = Array.from({ length: bows }, (_, index) =>
    onCircle(x, y, radius, ((index + 1) * 360) / bows),
  );
  return `M${x} ${y - radius}${ends.map((end) => `A${bow} ${bow} 0 0 1 ${pair(end)}`).join("")}Z`;
}

/** A pleated rosette with two ribbon tails; the middle is left empty. `weight` is in points. */
export function drawRosette(rosette: Rosette, weight = 2.4): Op[] {
  const { x, y, radius, bows } = rosette;
  const middle = radius * MIDDLE;
  const fine = weight * 0.6;
  const pleats = Array.from({ length: bows }, (_, index) => {
    const angle = (index * 360) / bows;
    return polyline([onCircle(x, y, middle, angle), onCircle(x, y, radius, angle)]);
  });
  return [
    ...drawTail(rosette, -1, weight),
    ...drawTail(rosette, 1, weight),
    path(scallops(rosette), { stroke: INK, fill: WHITE, width: weight }),
    path(pleats.join(""), { width: fine }),
    circle(x, y, middle, { stroke: INK, fill: WHITE, width: weight }),
    circle(x, y, middle * 0.94, { stroke: INK, width: fine }),
  ];
}

/** The dashed line along which a rosette with its tails is cut out. */
export function rosetteCut(rosette: Rosette): Op {
  const { x, y, radius, bows } = rosette;
  const gap = radius * CUT;
  const rise = radius * Math.sin(Math.PI / bows) * (BOW - Math.sqrt(BOW ** 2 - 1));
  const around = radius * Math.cos(Math.PI / bows) + rise + gap;
  const half = radius * TAIL.half + gap;
  const end = radius * TAIL.length + gap;
  const meets = Math.sqrt(around ** 2 - half ** 2);
  const [left, right] = [tailOf(rosette, -1), tailOf(rosette, 1)];
  const tails = [
    right(end, half),
    right(end, -half),
    [x, y + around] as const,
    left(end, -half),
    left(end, half),
  ];
  const circleEnd = `A${around} ${around} 0 1 1 ${pair(right(meets, half))}`;
  return path(`M${pair(left(meets, half))}${circleEnd}L${tails.map(pair).join("L")}Z`, {
    width: 1.2,
    dash: [5, 5],
  });
}

function drawTail(rosette: Rosette, side: 1 | -1, weight: number): Op[] {
  const { radius } = rosette;
  const [half, end] = [radius * TAIL.half, radius * TAIL.length];
  const at = tailOf(rosette, side);
  const ribbon = [
    at(0, half),
    at(end, half),
    at(end - radius * TAIL.notch, 0),
    at(end, -half),
    at(0, -half),
  ];
  const seams = [0.74 * half, -0.74 * half].map((across) =>
    polyline([at(0, across), at(end - radius * 0.08, across)]),
  );
  return [
    path(polyline(ribbon, true), { stroke: INK, fill: WHITE, width: weight }),
    path(seams.join(""), { width: weight * 0.6, dash: [weight * 2, weight * 2] }),
  ];
}

/** Finds points of a tail: `along` it from the centre, and `across` it, outwards when positive. */
function tailOf({ x, y }: Rosette, side: 1 | -1): (along: number, across: number) => Point {
  const [sin, cos] = [Math.sin((SPREAD * Math.PI) / 180), Math.cos((SPREAD * Math.PI) / 180)];
  return (along, across) => [
    x + side * (along * sin + across * cos),
    y + along * cos - across * sin,
  ];
}

function pair([x, y]: Point): string {
  return `${x} ${y}`;
}
