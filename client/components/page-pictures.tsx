import type { MouseEvent, ReactNode } from "react";
import type { Product } from "../../server/contract/answers.ts";
import { galleryWords as words } from "../content/gallery.ts";
import { pagePicturesOf, productPictures } from "../content/pictures.ts";
import { largestPath, ReplaceablePicture } from "./replaceable-picture.tsx";

type PagePicturesProps = {
  product: Pick<Product, "images" | "sampleUrl">;
  /** `sizes` attribute of the images. */
  sizes: string;
  /** Classes of the list. */
  className: string;
  /** Links after the one to the sample. */
  children?: ReactNode;
};

/** Pictures of the first pages of a product, and a link to its sample. */
export function PagePictures({ product, sizes, className, children }: PagePicturesProps) {
  const names = pagePicturesOf(product);
  return (
    <>
      {names.length > 0 && (
        <ul className={`grid ${className}`}>
          {names.map((name) => (
            <li
              key={name}
              className="overflow-hidden rounded-sheet border border-line odd:-rotate-1 even:rotate-1"
            >
              <EnlargeLink href={largestPath(name)} label={words.enlarge}>
                <ReplaceablePicture
                  from={productPictures}
                  name={name}
                  sizes={sizes}
                  className="h-auto w-full"
                />
              </EnlargeLink>
            </li>
          ))}
        </ul>
      )}
      {(product.sampleUrl || children) && (
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-base print:hidden">
          {product.sampleUrl && (
            <a href={product.sampleUrl} target="_blank" rel="noopener" className="link">
              {words.sample}
            </a>
          )}
          {children}
        </p>
      )}
    </>
  );
}

/** `label` precedes the picture's text in the link's accessible name. */
type EnlargeLinkProps = { href: string; label: string; children: ReactNode };

/** Picture in a list, linked to its largest file. With script the list opens in a viewer. */
export function EnlargeLink({ href, label, children }: EnlargeLinkProps) {
  return (
    <a
      href={href}
      className="block cursor-zoom-in focus-visible:-outline-offset-3"
      onClick={(event) => void enlarge(event)}
    >
      <span className="sr-only">{label} </span>
      {children}
    </a>
  );
}

/** Opens the viewer; follows the link if its code cannot be loaded. */
async function enlarge(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  const { currentTarget: link } = event;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  try {
    const { viewPages } = await import("./page-viewer.tsx");
    viewPages(link);
  } catch {
    window.location.assign(link.href);
  }
}
