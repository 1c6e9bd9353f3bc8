import type { SyntheticEvent } from "react";
import { findPicture, PICTURE_FOLDER, type Pictures } from "../content/pictures.ts";

const PRIORITIES = { lazy: undefined, patient: "low", urgent: "high" } as const;

type PictureProps = {
  /** The manifest that has the picture. */
  from: Pictures;
  /** A name of that manifest. Nothing is shown when no such picture was made. */
  name: string;
  /** How wide it stands, for the browser's choice of a file; as in the HTML attribute. */
  sizes: string;
  /** Instead of the manifest's own text; empty for decoration. */
  alt?: string;
  /**
   * "lazy" waits until it is near; "urgent" is the largest thing of the first screen; "patient" is
   * seen at once too, but lets what is read come first.
   */
  load?: "lazy" | "patient" | "urgent";
  className?: string;
};

/** Decoration that did not come leaves its place empty: no sign of a broken picture. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = "hidden";
}

/** A picture with its dimensions, so that its place is kept while it loads. */
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
