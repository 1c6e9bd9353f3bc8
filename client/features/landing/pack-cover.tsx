import type { Product } from "../../../server/contract/store.ts";
import { Picture } from "../../components/picture.tsx";

const COVER_OF_URL = /^\/pictures\/([\w-]+)-\d+\.\w+$/;

/** The pack's cover, leaning like a booklet on the table. Decoration beside the pack's name. */
export function PackCover({ product, className = "" }: { product: Product; className?: string }) {
  const name = COVER_OF_URL.exec(product.images[0] ?? "")?.[1];
  if (!name) return null;
  return (
    <div
      className={`-mt-1 w-16 rotate-3 self-start overflow-hidden rounded-sheet border border-line bg-card shadow-paper sm:w-28 ${className}`}
    >
      <Picture name={name} sizes="(width >= 40rem) 7rem, 4rem" alt="" className="h-auto w-full" />
    </div>
  );
}
