import { Picture } from "../../components/picture.tsx";

type SheetProps = {
  /** A page's or cover's name in the picture manifest. */
  name: string;
  sizes: string;
  alt?: string;
  className?: string;
};

/** A printed sheet lying on the table. */
export function Sheet({ name, sizes, alt, className = "" }: SheetProps) {
  return (
    <div
      className={`overflow-hidden rounded-sheet border border-line bg-card shadow-paper ${className}`}
    >
      <Picture name={name} sizes={sizes} alt={alt} className="h-auto w-full" />
    </div>
  );
}
