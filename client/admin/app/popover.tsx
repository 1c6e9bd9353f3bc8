import { ChevronDown, EllipsisVertical, type LucideIcon } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { ToolButton, toolClass } from "./controls.tsx";

/** The classes of what floats above the admin: menus, lists, small panels. */
export const FLOATING =
  "rounded-control border border-line bg-card text-xs text-ink shadow-paper outline-none";

/** The classes of a line in a menu or a list of choices. */
export const CHOICE =
  "flex min-h-9 cursor-pointer items-center gap-2 rounded-sheet px-2.5 py-1 outline-none data-focused:bg-paper-2 data-disabled:cursor-default data-disabled:opacity-60";

type ToolPopoverProps = {
  /** What the button shows. */
  button: ReactNode;
  /** What the panel is called. */
  title: string;
  icon?: LucideIcon;
  className?: string;
  open?: boolean;
  onOpen?: (open: boolean) => void;
  /** The panel; `close` takes it away and gives the focus back. */
  children: (close: () => void) => ReactNode;
};

/** A button and the small panel that it opens. */
export function ToolPopover({ button, title, icon, className, ...props }: ToolPopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { open = isOpen, onOpen = setIsOpen, children } = props;
  return (
    <>
      <ToolButton
        ref={trigger}
        {...(icon && { icon })}
        {...(className && { className })}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => onOpen(!open)}
      >
        {button}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
      </ToolButton>
      <Popover
        triggerRef={trigger}
        isOpen={open}
        onOpenChange={onOpen}
        placement="bottom end"
        className={`${FLOATING} flex max-w-[calc(100vw-1rem)] flex-col`}
      >
        <Dialog aria-label={title} className="flex min-h-0 flex-col outline-none">
          {children(() => onOpen(false))}
        </Dialog>
      </Popover>
    </>
  );
}

type ToolMenuProps = {
  label: string;
  /** Content of the button; three dots by default. */
  button?: ReactNode;
  className: string;
  entries: readonly { title: string; icon?: LucideIcon; run: () => void }[];
};

/** A button with a menu. */
export function ToolMenu({ label, button, className, entries }: ToolMenuProps) {
  return (
    <MenuTrigger>
      <Button
        aria-label={button ? undefined : label}
        className={button ? toolClass("quiet") : className}
      >
        {button ?? <EllipsisVertical aria-hidden="true" className="size-4" />}
      </Button>
      <Popover className={FLOATING} placement="bottom end">
        <Menu
          aria-label={label}
          onAction={(key) => entries[Number(key)]?.run()}
          className="max-h-80 min-w-48 overflow-y-auto p-1.5 outline-none"
        >
          {entries.map(({ title, icon: Icon }, at) => (
            // Titles may repeat.
            // oxlint-disable-next-line react/no-array-index-key
            <MenuItem key={at} id={at} textValue={title} className={CHOICE}>
              {Icon && <Icon aria-hidden="true" className="size-4" />}
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
