import { Link } from "@tanstack/react-router";
import { Logo } from "./logo.tsx";

/** The bar that stays at the top, with the logo alone. */
export function SiteHeader({ brand }: { brand: string }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="column flex h-16 items-center">
        <Link to="/" className="-mx-2 rounded-control px-2 py-1 text-ink no-underline">
          <Logo brand={brand} />
        </Link>
      </div>
    </header>
  );
}
