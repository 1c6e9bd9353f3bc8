import { encode } from "uqr";

/** Modules of a QR code by row; `true` is dark. Includes the quiet zone. */
export type QrModules = readonly (readonly boolean[])[];

/** Width of the quiet zone in modules, as the standard asks. */
const QUIET_ZONE = 4;

/** Encodes a text as a QR code with 15 % error correction (level M). */
export function qrModules(text: string): QrModules {
  return encode(text, { ecc: "M", border: QUIET_ZONE }).data;
}

/** SVG path of the dark modules, one unit each. */
export function qrPath(modules: QrModules): string {
  return modules
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
}

/** SVG file of a QR code. */
export function qrSvg(modules: QrModules): string {
  const { length } = modules;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${length} ${length}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${length}v${length}H0z"/><path d="${qrPath(modules)}"/></svg>`;
}

/** Pixels of a QR code as RGBA, with at least `least` pixels a side. */
export function qrPixels(modules: QrModules, least: number) {
  const scale = Math.ceil(least / modules.length);
  const size = modules.length * scale;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isDark = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      if (isDark) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return { data, size };
}
