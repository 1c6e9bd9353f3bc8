import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { orderPath, SUCCESS_ROUTER } from "../../server/contract/checkout-paths.ts";
import { browserStorage } from "../lib/storage.ts";
import { useHasTrackers } from "../lib/page-context.ts";
import { rememberSession } from "../tracking/order-session.ts";
import { buttonClass, type ButtonLook } from "./button.tsx";
import { CrayonTick } from "./crayon.tsx";

type LinkedOrder = { sessionId: string; orderNumber: string };

type OrderLinkProps = Omit<ComponentProps<"a">, "href"> & {
  order: LinkedOrder;
  /** Button style; a text link when omitted. */
  look?: ButtonLook;
};

/**
 * Link to an order page. The session id in its URL grants access, so on pages with trackers the
 * link uses the order number, which only this browser can resolve.
 */
export function OrderLink({ order, look, className, onClick, children, ...rest }: OrderLinkProps) {
  const { sessionId, orderNumber } = order;
  const tracked = useHasTrackers();
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    if (!tracked) return;
    rememberSession(browserStorage, { order: orderNumber, sessionId });
    setHidden(true);
  }, [tracked, orderNumber, sessionId]);
  const path = orderPath(sessionId);

  /** Navigates with the session id: a browser without storage cannot look up the number. */
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (!hidden || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.location.assign(path);
  }

  return (
    <a
      {...rest}
      href={hidden ? `${SUCCESS_ROUTER}?${new URLSearchParams({ order: orderNumber })}` : path}
      className={look ? buttonClass(look, className) : className}
      onClick={follow}
    >
      {children}
    </a>
  );
}

type OrderNoteProps = {
  order: LinkedOrder | null;
  link: string;
  className: string;
  children: ReactNode;
};

/** Order status with a link to the order. */
export function OrderNote({ order, link, className, children }: OrderNoteProps) {
  return (
    <div
      className={`flex flex-wrap items-center gap-x-6 gap-y-1 rounded-card bg-teal-2 px-5 py-3.5 text-base ${className}`}
    >
      <p className="flex min-w-0 flex-1 basis-72 gap-3">
        <CrayonTick className="mt-0.5 size-5 shrink-0 text-teal" />
        {children}
      </p>
      {order && (
        <OrderLink order={order} className="link inline-flex min-h-8 items-center">
          {link}
        </OrderLink>
      )}
    </div>
  );
}
