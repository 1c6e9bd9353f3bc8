import { countOf } from "../../../server/contract/format.ts";

export type UploadKind = "media" | "file";

export function previewOf(url: string): "picture" | "pdf" | undefined {
  const path = url.trim().split(/[?#]/)[0] ?? "";
  if (/\.(?:png|jpe?g|webp|avif|gif|svg)$/i.test(path)) return "picture";
  return /\.pdf$/i.test(path) ? "pdf" : undefined;
}

export function fileNameOf(url: string): string {
  const name = (url.split(/[?#]/)[0] ?? "").split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const UNITS = ["kB", "MB", "GB"] as const;

/** Formats a size in decimal units: "820 bytes", "1.3 MB". */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  let size = bytes;
  let unit = -1;
  do {
    size /= 1000;
    unit += 1;
  } while (size >= 999.5 && unit < UNITS.length - 1);
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

/** Describes a file by its known pages and size: "12 pages, 1.3 MB". */
export function sizeText({
  pages,
  bytes,
}: {
  pages?: number | undefined;
  bytes: number | undefined;
}) {
  const parts = [
    pages !== undefined && countOf(pages, "page"),
    bytes !== undefined && bytesText(bytes),
  ];
  return parts.filter(Boolean).join(", ");
}
