import type { ComponentProps } from "react";
import { Picture } from "../../components/picture.tsx";

/** A printed sheet lying on the table: a page or cover of the picture manifest. */
export function Sheet({ className = "", ...picture }: ComponentProps<typeof Picture>) {
  return (
    <div
      className={`overflow-hidden rounded-sheet border border-line bg-card shadow-paper ${className}`}
    >
      <Picture {...picture} className="h-auto w-full" />
    </div>
  );
}
