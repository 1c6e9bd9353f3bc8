import type { Product } from "../../../server/contract/store.ts";
import { Picture } from "../../components/picture.tsx";
import { pagePicturesOf, pictureSlugOf } from "../../content/product-pictures.ts";

type PackPictureProps = { product: Pick<Product, "images"> };

/** The pack's booklet on its pages, or the owner's own picture. Decoration beside the pack's name. */
export function PackCover({ product }: PackPictureProps) {
  const slug = pictureSlugOf(product);
  const [uploaded] = product.images;
  if (!slug && !uploaded) return null;
  return (
    <div className="float-right -mt-3 -mr-2 ml-5 w-20 @[18.5rem]:w-28 @md:-mt-6 @md:w-40">
      {slug ? (
        <Picture
          name={`${slug}-table`}
          sizes="(width >= 40rem) 11rem, 7rem"
          alt=""
          className="h-auto w-full"
        />
      ) : (
        <img src={uploaded} alt="" loading="lazy" className="aspect-square w-full object-contain" />
      )}
    </div>
  );
}

/** A few of the pack's pages in a row, like sheets dealt on the table. */
export function PackPages({ product }: PackPictureProps) {
  const names = pagePicturesOf(product);
  if (names.length === 0) return null;
  return (
    <ul className="mt-5 grid grid-cols-4 gap-2 sm:gap-3">
      {names.map((name) => (
        <li
          key={name}
          className="overflow-hidden rounded-sheet border border-line odd:-rotate-1 even:rotate-1"
        >
          <Picture name={name} sizes="(width >= 40rem) 8rem, 22vw" className="h-auto w-full" />
        </li>
      ))}
    </ul>
  );
}
