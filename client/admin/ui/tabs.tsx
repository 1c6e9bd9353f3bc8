import type { ReactNode } from "react";

/** Row of tabs that choose which rows of a list are shown. Scrolls sideways on narrow screens. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="relative mb-2 flex shrink-0 overflow-x-auto px-1.5 print:hidden"
    >
      {children}
    </div>
  );
}

type TabProps = { title: string; isCurrent: boolean; onShow: () => void };

export function Tab({ title, isCurrent, onShow }: TabProps) {
  return (
    <button
      ref={isCurrent ? scrollToTab : undefined}
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onShow}
      className="min-h-9 max-w-48 shrink-0 truncate border-b-2 border-transparent px-2.5 font-semibold text-ink-2 hover:text-ink aria-[current]:border-teal aria-[current]:text-ink"
    >
      {title}
    </button>
  );
}

/** Scrolls the tabs, but not the page, so that the current one is visible. */
function scrollToTab(tab: HTMLElement | null): void {
  const { parentElement: tabs } = tab ?? {};
  if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
