import type { Product } from "../../server/contract/answers.ts";
import { PagePictures } from "./page-pictures.tsx";
import { pagePicturesOf } from "../content/pictures.ts";

type InsidePagesProps = { product: Pick<Product, "images" | "sampleUrl">; heading: string };

/** Section with the first pages of a product and its sample. */
export function InsidePages({ product, heading }: InsidePagesProps) {
  if (pagePicturesOf(product).length === 0 && !product.sampleUrl) return null;
  return (
    <section aria-labelledby="inside-heading" className="bg-paper-2">
      <div className="column py-12 lg:py-16">
        <h2 id="inside-heading" className="text-2xl">
          {heading}
        </h2>
        <PagePictures
          product={product}
          sizes="(width >= 64rem) 16rem, (width >= 40rem) 22vw, 44vw"
          className="mt-7 grid-cols-2 gap-4 *:bg-card *:shadow-paper sm:grid-cols-4 sm:gap-6"
        />
      </div>
    </section>
  );
}
