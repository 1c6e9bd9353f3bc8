import type { SyntheticEvent } from "react";
import { findPicture, PICTURE_FOLDER, type Pictures } from "../content/pictures.ts";

const PRIORITIES = { lazy: undefined, patient: "low", urgent: "high" } as const;

type PictureProps = {
  from: Pictures;
  /** Name in the manifest; nothing is rendered when it is missing. */
  name: string;
  /** As in the HTML attribute. */
  sizes: string;
  /** Replaces the manifest's text; empty for decoration. */
  alt?: string;
  /** "urgent" is the largest element of the first screen; "patient" loads eagerly at low priority. */
  load?: "lazy" | "patient" | "urgent";
  className?: string;
};

/** Hides the broken-picture icon of decoration. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = "hidden";
}

/** A picture with dimensions, so that nothing moves when it loads. */
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
