import type { Product } from "../../../server/contract/answers.ts";
import { Picture } from "../../components/picture.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { pagePicturesOf, pictureSlugOf, productPictures } from "../../content/pictures.ts";

type OfferPictureProps = { product: Pick<Product, "images"> };

/** The book's picture, or the owner's upload. */
export function OfferCover({ product }: OfferPictureProps) {
  const slug = pictureSlugOf(product);
  const [uploaded] = product.images;
  if (slug) {
    return (
      <Picture
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

export function OfferPages({ product }: OfferPictureProps) {
  const names = pagePicturesOf(product);
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="inside-heading" className="bg-paper-2">
      <div className="column py-12 lg:py-16">
        <h2 id="inside-heading" className="text-2xl">
          {funnelWords.inside}
        </h2>
        <ul className="mt-7 grid grid-cols-2 gap-4 sm:grid-cols-4 sm:gap-6">
          {names.map((name) => (
            <li
              key={name}
              className="overflow-hidden rounded-sheet border border-line bg-card shadow-paper odd:-rotate-1 even:rotate-1"
            >
              <Picture
                from={productPictures}
                name={name}
                sizes="(width >= 64rem) 16rem, (width >= 40rem) 22vw, 44vw"
                className="h-auto w-full"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
