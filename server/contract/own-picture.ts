/** The owner's replacement for a built-in picture, stored as JSON in a row of `texts`. */
export type OwnPicture = {
  alt: string;
  width: number;
  height: number;
  /** Formats in order of preference, each in several widths. */
  files: readonly OwnPictureFile[];
};

export type OwnPictureFile = { width: number; type: string; path: string };

export const MAX_ALT_LENGTH = 300;

const TYPES: readonly unknown[] = ["image/avif", "image/webp", "image/jpeg"];
const PATH = /^\/uploads\/[0-9a-f]{64}\/[\w-][\w.-]*\.(?:avif|webp|jpe?g)$/;
const MOST_FILES = 8;
const MOST_PIXELS = 10_000;

/** Parses the owner's picture; undefined when it is missing or not valid. Its `alt` may be empty. */
export function readOwnPicture(text: string | undefined): OwnPicture | undefined {
  if (!text) return undefined;
  try {
    const { alt, width, height, files } = JSON.parse(text) as Partial<OwnPicture>;
    if (typeof alt !== "string" || !isSize(width) || !isSize(height)) return undefined;
    if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES) return undefined;
    return files.every(isFile) ? { alt, width, height, files } : undefined;
  } catch {
    return undefined;
  }
}

function isFile(file: Partial<OwnPictureFile>): file is OwnPictureFile {
  const { width, type, path } = file;
  return isSize(width) && TYPES.includes(type) && typeof path === "string" && PATH.test(path);
}

function isSize(size: unknown): size is number {
  return typeof size === "number" && Number.isInteger(size) && size > 0 && size <= MOST_PIXELS;
}
