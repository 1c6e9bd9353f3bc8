const PRIVATE_PAGE = /^\/(?:account|admin|login|auth|orders)(?:\/|$)/;

/** Whether visitors may be asked, and vendors loaded, on this page. Never where somebody signs in. */
export function isTrackedPage(pathname: string): boolean {
  return !PRIVATE_PAGE.test(pathname);
}
