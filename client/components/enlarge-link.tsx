import type { MouseEvent, ReactNode } from "react";

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
