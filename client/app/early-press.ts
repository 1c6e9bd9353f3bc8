/**
 * Notes the last press on a button that does nothing without a script, until the returned call
 * takes it; so a page that becomes live a moment later can still answer it.
 */
export function noteEarlyPress(): () => HTMLElement | undefined {
  let pressed: HTMLElement | undefined;
  const note = ({ target }: Event) => {
    const button = target instanceof Element && target.closest('button[type="button"]');
    pressed = button instanceof HTMLElement ? button : undefined;
  };
  addEventListener("click", note);
  return () => {
    removeEventListener("click", note);
    return pressed;
  };
}
