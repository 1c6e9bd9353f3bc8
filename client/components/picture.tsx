import type { SyntheticEvent } from "react";
import { findPicture, PICTURE_FOLDER, type Pictures } from "../content/pictures.ts";

const PRIORITIES = { lazy: undefined, patient: "low", urgent: "high" } as const;

type ShownPictureProps = {
  /** `sizes` attribute of the image. */
  sizes: string;
  /** Overrides the picture's alt text; empty for decorative images. */
  alt?: string;
  /** "urgent": the largest element above the fold. "patient": loads eagerly with low priority. */
  load?: "lazy" | "patient" | "urgent";
  className?: string;
};

export type PictureProps = ShownPictureProps & {
  from: Pictures;
  /** Name in the picture manifest; nothing is rendered for an unknown name. */
  name: string;
};

/** Files of a picture. The browser takes the first of `sources` that it can show, else `src`. */
export type PictureFiles = {
  alt: string;
  width: number;
  height: number;
  sources: { type: string; srcSet: string }[];
  src: string;
};

/** Hides the broken-image icon of a decorative image. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = "hidden";
}

/** Built-in picture. */
export function Picture({ from, name, ...props }: PictureProps) {
  const picture = findPicture(from, name);
  if (!picture) return null;
  const { widths, fallback, width, height, alt } = picture;
  const fileOf = (size: number, format: string) => `${PICTURE_FOLDER}/${name}-${size}.${format}`;
  const srcSet = widths.map((size) => `${fileOf(size, "avif")} ${size}w`).join(", ");
  const sources = [{ type: "image/avif", srcSet }];
  const files = { alt, width, height, sources, src: fileOf(fallback, "webp") };
  return <ResponsivePicture files={files} {...props} />;
}

type ResponsivePictureProps = ShownPictureProps & { files: PictureFiles };

/** Responsive image with fixed dimensions, to avoid layout shift. */
export function ResponsivePicture({ files, load = "lazy", ...props }: ResponsivePictureProps) {
  const { sizes, alt, className } = props;
  const { sources, src, width, height } = files;
  return (
    <picture className="contents">
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        {...{ src, width, height }}
        alt={alt ?? files.alt}
        loading={load === "lazy" ? "lazy" : "eager"}
        fetchPriority={PRIORITIES[load]}
        decoding="async"
        onError={alt === "" ? hide : undefined}
        className={className}
      />
    </picture>
  );
}
