import type { Product } from "../../server/contract/answers.ts";
import { pictureSlugOf, productPictures } from "../content/pictures.ts";
import { ReplaceablePicture } from "./replaceable-picture.tsx";

type ProductCoverProps = { product: Pick<Product, "images"> };

/** Large picture of the product of a page: generated, or uploaded by the owner. */
export function ProductCover({ product }: ProductCoverProps) {
  const slug = pictureSlugOf(product);
  const [uploaded] = product.images;
  if (slug) {
    return (
      <ReplaceablePicture
        from={productPictures}
        name={`${slug}-table`}
        sizes="(width >= 64rem) 33rem, (width >= 48rem) 40vw, (width >= 40rem) 27rem, 88vw"
        load="urgent"
        className="mx-auto -mt-5 -mb-7 h-auto w-full max-w-[21rem] sm:max-w-[27rem] md:mt-0 md:mb-0 md:max-w-none lg:-mt-8"
      />
    );
  }
  if (!uploaded) return null;
  return (
    <img
      src={uploaded}
      alt=""
      className="mx-auto aspect-square w-full max-w-[28rem] object-contain lg:max-w-none"
    />
  );
}
