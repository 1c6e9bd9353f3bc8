import { historyWords as words } from "../../../content/admin-parts.ts";
import { ToolButton } from "../../app/controls.tsx";
import { DialogActions } from "../../app/dialog.tsx";

type PageTurnerProps = {
  page: number;
  /** How many pages there are; undefined while that is not known. */
  pages: number | undefined;
  onPage: (page: number) => void;
};

/**
 * The way through the pages of a dialog. It stays while a page is read, and its buttons are never
 * disabled: they would lose the focus, and Escape would close nothing.
 */
export function PageTurner({ page, pages = page, onPage }: PageTurnerProps) {
  if (page === 1 && pages <= 1) return null;
  const turn = (title: string, to: number) => (
    <ToolButton
      aria-disabled={to < 1 || to > pages}
      onClick={() => to >= 1 && to <= pages && onPage(to)}
    >
      {title}
    </ToolButton>
  );
  return (
    <DialogActions>
      <p role="status" className="mr-auto self-center text-ink-2">
        {words.page(page, pages)}
      </p>
      {turn(words.newer, page - 1)}
      {turn(words.older, page + 1)}
    </DialogActions>
  );
}
