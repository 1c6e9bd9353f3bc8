import { drawElement, place } from "../drawings.ts";
import { outlinesOf, readSheet, titleOf } from "../engine/svg.ts";
import type { Picture } from "./picture.ts";

const AUTHOR = "author";

/** Ten invented faces for testimonials, and the page's author at her table. */
export const PORTRAITS: readonly Picture[] = [...readSheet("portraits")].map(([slug, drawn]) => {
  const alt = titleOf(drawn);
  if (slug === AUTHOR) {
    const size = { width: 720, height: 640, widths: [320, 640] };
    return { slug, alt, ...size, sheets: [], words: drawElement(drawn) };
  }
  const words = place(outlinesOf(drawn), { x: 50, y: 52, size: 100, weight: 2.2 });
  return {
    slug,
    alt: `${alt}, drawn`,
    width: 100,
    height: 100,
    widths: [80, 160],
    sheets: [],
    words,
  };
});
