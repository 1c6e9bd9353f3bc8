import type { Product } from "../../server/contract/answers.ts";
import { fill } from "../../server/contract/words.ts";
import { galleryWords as words } from "../content/gallery.ts";
import { pagePicturesOf, pictureSlugOf } from "../content/pictures.ts";
import { EnlargeLink, PagePictures } from "./page-pictures.tsx";

const LIST = "mt-7 grid-cols-2 gap-4 *:bg-card *:shadow-paper sm:grid-cols-4 sm:gap-6";

type InsidePagesProps = {
  product: Pick<Product, "name" | "images" | "sampleUrl">;
  heading: string;
  /** Whether to show the uploaded pictures that follow the cover. */
  hasUploads?: boolean;
};

/** Section with the first pages of a product and its sample. */
export function InsidePages({ product, heading, hasUploads = false }: InsidePagesProps) {
  const { name, images, sampleUrl } = product;
  const others = hasUploads && !pictureSlugOf(product) ? images.slice(1) : [];
  const uploads = others.map((path, index) => {
    return { path, alt: fill(words.picture, { name, number: index + 2 }) };
  });
  if (pagePicturesOf(product).length + uploads.length === 0 && !sampleUrl) return null;
  return (
    <section aria-labelledby="inside-heading" className="bg-paper-2">
      <div className="column py-12 lg:py-16">
        <h2 id="inside-heading" className="text-2xl">
          {heading}
        </h2>
        {uploads.length > 0 && (
          <ul className={`grid ${LIST}`}>
            {uploads.map(({ path, alt }) => (
              <li key={path} className="overflow-hidden rounded-sheet border border-line">
                <EnlargeLink href={path} label={words.enlarge}>
                  <img
                    src={path}
                    alt={alt}
                    loading="lazy"
                    className="aspect-[3/4] w-full object-contain"
                  />
                </EnlargeLink>
              </li>
            ))}
          </ul>
        )}
        <PagePictures
          product={product}
          sizes="(width >= 64rem) 16rem, (width >= 40rem) 22vw, 44vw"
          className={LIST}
        />
      </div>
    </section>
  );
}
