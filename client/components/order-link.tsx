import { type ComponentProps, type MouseEvent, useEffect, useState } from "react";
import { orderPath, SUCCESS_ROUTER } from "../lib/checkout-paths.ts";
import { browserStorage } from "../lib/storage.ts";
import { useHasTrackers } from "../lib/use-site.ts";
import { rememberSession } from "../tracking/order-session.ts";
import { buttonClass, type ButtonLook } from "./button.tsx";

type OrderLinkProps = Omit<ComponentProps<"a">, "href"> & {
  order: { sessionId: string; orderNumber: string };
  /** A link in the text when left out. */
  look?: ButtonLook;
};

/**
 * A link to an order's page. The session id in it opens the order: where trackers are set up, the live
 * page names the order by its number instead, which says nothing outside this browser.
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

  /** A browser that stores nothing could not read the number on the next page. */
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
