import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "../../components/button.tsx";
import { Icon } from "../../components/icons.tsx";
import type { PictureProps } from "../../components/picture.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { ReplaceablePicture, useHasPicture } from "../../components/replaceable-picture.tsx";
import { useHasPacks } from "../../lib/page-context.ts";
import { PRICING_ID } from "../../lib/scroll.ts";

type BandProps = {
  /** Anchor of the section; its heading has the id `{id}-heading`. */
  id: string;
  children: ReactNode;
  className?: string;
};

/** Page section, labelled by its heading as a landmark. */
export function Band({ id, children, className = "" }: BandProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="late relative overflow-x-clip">
      <div className={`column band ${className}`}>{children}</div>
    </section>
  );
}

/** Heading of a section; `of` is the section's id. */
export function BandHeading({ of, children }: { of: string; children: ReactNode }) {
  return (
    <h2 id={`${of}-heading`} className="text-4xl">
      {children}
    </h2>
  );
}

type PacksButtonProps = Omit<ComponentProps<typeof ButtonLink>, "href">;

/** Button that leads to the packs; null while they are hidden. */
export function PacksButton(props: PacksButtonProps) {
  if (!useHasPacks()) return null;
  return <ButtonLink {...props} href={`#${PRICING_ID}`} />;
}

type LandingPictureProps = Omit<PictureProps, "from">;

/** A picture of the landing page; null for one of the demo's in a neutral shop. */
export function LandingPicture(props: LandingPictureProps) {
  const hasPicture = useHasPicture();
  if (!hasPicture(props.name)) return null;
  return <ReplaceablePicture className="h-auto w-full" {...props} from={landingPictures} />;
}

/** Picture styled as a sheet of paper; null for one of the demo's in a neutral shop. */
export function Sheet({ className = "", ...picture }: LandingPictureProps) {
  const hasPicture = useHasPicture();
  if (!hasPicture(picture.name)) return null;
  return (
    <div
      className={`overflow-hidden rounded-sheet border border-line bg-card shadow-paper ${className}`}
    >
      <LandingPicture {...picture} />
    </div>
  );
}

/** Pause icon while moving, else play icon. */
export function MotionIcon({ moving, className }: { moving: boolean; className: string }) {
  return (
    <Icon className={className} strokeWidth="3.4">
      {moving ? (
        <path d="M8 4.5v15M16 4.5v15" />
      ) : (
        <path d="m7 4 12.5 8L7 20Z" fill="currentColor" />
      )}
    </Icon>
  );
}
