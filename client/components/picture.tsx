import type { SyntheticEvent } from "react";
import { findPicture, PICTURE_FOLDER, type Pictures } from "../content/pictures.ts";

const PRIORITIES = { lazy: undefined, patient: "low", urgent: "high" } as const;

type PictureProps = {
  from: Pictures;
  /** Name in the picture manifest; nothing is rendered for an unknown name. */
  name: string;
  /** `sizes` attribute of the image. */
  sizes: string;
  /** Overrides the manifest's alt text; empty for decorative images. */
  alt?: string;
  /** "urgent": the largest element above the fold. "patient": loads eagerly with low priority. */
  load?: "lazy" | "patient" | "urgent";
  className?: string;
};

/** Hides the broken-image icon of a decorative image. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = "hidden";
}

/** Responsive image with fixed dimensions, to avoid layout shift. */
export function Picture({ from, name, sizes, alt, load = "lazy", className }: PictureProps) {
  const picture = findPicture(from, name);
  if (!picture) return null;
  const { widths, fallback, width, height } = picture;
  const fileOf = (size: number, format: string) => `${PICTURE_FOLDER}/${name}-${size}.${format}`;
  const files = widths.map((size) => `${fileOf(size, "avif")} ${size}w`).join(", ");
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={files} sizes={sizes} />
      <img
        src={fileOf(fallback, "webp")}
        width={width}
        height={height}
        alt={alt ?? picture.alt}
        loading={load === "lazy" ? "lazy" : "eager"}
        fetchPriority={PRIORITIES[load]}
        decoding="async"
        onError={alt === "" ? hide : undefined}
        className={className}
      />
    </picture>
  );
}
