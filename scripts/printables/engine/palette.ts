/** Crayon colours by name, for small areas such as the dots of a key, never for large ones. */
export const INK_COLOURS = {
  red: "#d64530",
  orange: "#f08a3c",
  yellow: "#f6be4b",
  green: "#4f9a5b",
  blue: "#5b93cf",
  purple: "#8a63a8",
  pink: "#ef9fb0",
  brown: "#96653f",
  black: "#20283a",
  gray: "#9aa0a8",
  white: "#ffffff",
} as const;

export type ColourWord = keyof typeof INK_COLOURS;

export const COLOUR_WORDS = Object.keys(INK_COLOURS) as ColourWord[];

export function colourTitle(colour: ColourWord): string {
  return `${colour[0]?.toUpperCase()}${colour.slice(1)}`;
}

/** Pale crayon colours for covers, from the shop's palette. */
export const CRAYON = {
  sun: "#f6be4b",
  sky: "#cfe4f7",
  teal: "#8cc7bd",
  coral: "#f2a58f",
  leaf: "#c9dfae",
  sand: "#fcf0dc",
} as const;

export type Crayon = keyof typeof CRAYON;
