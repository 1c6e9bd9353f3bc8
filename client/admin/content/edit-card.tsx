import { PencilLine } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { contentWords as words } from "../../content/admin-content.ts";
import { IconButton } from "../ui/controls.tsx";

type EditCardProps = { isOpen: boolean; children: ReactNode };

/** Card of the Content screen. A click on its `EditButton` opens it for editing. */
export function EditCard({ isOpen, children }: EditCardProps) {
  return (
    <li
      className={`relative rounded-control border bg-card px-3.5 py-2.5 ${isOpen ? "border-ink-2" : "border-line hover:border-ink-2"}`}
    >
      {children}
    </li>
  );
}

type EditButtonProps = {
  label: string;
  /** Whether the editor of this card was just closed. */
  isReturned: boolean;
  onEdit: () => void;
  className?: string;
};

/** Opens the editor of a card. It covers the whole card, and gets the focus back. */
export function EditButton({ label, isReturned, onEdit, className = "" }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReturned) button.current?.focus();
  }, [isReturned]);
  return (
    <IconButton
      ref={button}
      icon={PencilLine}
      label={words.edit(label)}
      onClick={onEdit}
      className={`after:absolute after:inset-0 after:rounded-control ${className}`}
    />
  );
}
