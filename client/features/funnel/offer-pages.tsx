import type { Product } from "../../../server/contract/answers.ts";
import { EnlargeLink } from "../../components/enlarge-link.tsx";
import { Picture } from "../../components/picture.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { largePagePath, pagePicturesOf, productPictures } from "../../content/pictures.ts";

/** Pictures of the first pages of a product, and a link to its sample. */
export function OfferPages({ product }: { product: Pick<Product, "images" | "sampleUrl"> }) {
  const names = pagePicturesOf(product);
  if (names.length === 0 && !product.sampleUrl) return null;
  return (
    <section aria-labelledby="inside-heading" className="bg-paper-2">
      <div className="column py-12 lg:py-16">
        <h2 id="inside-heading" className="text-2xl">
          {funnelWords.inside}
        </h2>
        <ul className="mt-7 grid grid-cols-2 gap-4 empty:hidden sm:grid-cols-4 sm:gap-6">
          {names.map((name) => (
            <li
              key={name}
              className="overflow-hidden rounded-sheet border border-line bg-card shadow-paper odd:-rotate-1 even:rotate-1"
            >
              <EnlargeLink href={largePagePath(name)} label={funnelWords.enlarge}>
                <Picture
                  from={productPictures}
                  name={name}
                  sizes="(width >= 64rem) 16rem, (width >= 40rem) 22vw, 44vw"
                  className="h-auto w-full"
                />
              </EnlargeLink>
            </li>
          ))}
        </ul>
        {product.sampleUrl && (
          <p className="mt-6 text-base">
            <a href={product.sampleUrl} target="_blank" rel="noopener" className="link">
              {funnelWords.sample}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
