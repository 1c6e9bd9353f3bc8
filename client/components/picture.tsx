import { findPicture } from "../content/pictures.ts";

type PictureProps = {
  /** A name of the picture manifest. Nothing is shown when no such picture was made. */
  name: string;
  /** How wide it stands, for the browser's choice of a file; as in the HTML attribute. */
  sizes: string;
  /** Instead of the manifest's own text; empty for decoration. */
  alt?: string;
  /** "lazy" waits until it is near; "urgent" is the largest thing of the first screen. */
  load?: "lazy" | "eager" | "urgent";
  className?: string;
};

/** A picture in AVIF and WebP, with its dimensions, so that its place is kept while it loads. */
export function Picture({ name, sizes, alt, load = "lazy", className }: PictureProps) {
  const picture = findPicture(name);
  if (!picture) return null;
  const filesOf = (format: string) =>
    picture.widths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(", ");
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={filesOf("avif")} sizes={sizes} />
      <img
        src={`/pictures/${name}-${picture.widths.at(-1)}.webp`}
        srcSet={filesOf("webp")}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        loading={load === "lazy" ? "lazy" : "eager"}
        fetchPriority={load === "urgent" ? "high" : undefined}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
