import { expect, test, vi } from "vitest";
import { whenSeen } from "../../../../client/features/landing/linked-checkout.ts";

/** A page in a tab that can be shown and focused. */
function openTab(state: { visible: boolean; focused: boolean }) {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    visibilityState: state.visible ? ("visible" as const) : ("hidden" as const),
    hasFocus: () => state.focused,
  });
  const run = vi.fn();
  const stop = whenSeen(run, { document, window });
  return {
    run,
    stop,
    show() {
      Object.assign(document, { visibilityState: "visible" });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    focus() {
      state.focused = true;
      window.dispatchEvent(new Event("focus"));
    },
  };
}

test("a page that is hidden or has no focus is not seen", () => {
  const hidden = openTab({ visible: false, focused: true });
  hidden.focus();
  const blurred = openTab({ visible: true, focused: false });
  blurred.show();
  for (const { run } of [hidden, blurred]) expect(run).not.toHaveBeenCalled();
});

test("a page is seen at once, when it is shown, or when it gets the focus, and only once", () => {
  const open = openTab({ visible: true, focused: true });
  expect(open.run).toHaveBeenCalledOnce();
  const prerendered = openTab({ visible: false, focused: true });
  prerendered.show();
  const blurred = openTab({ visible: true, focused: false });
  blurred.focus();
  for (const tab of [open, prerendered, blurred]) {
    tab.show();
    tab.focus();
    expect(tab.run).toHaveBeenCalledOnce();
  }
});

test("a page that is left is no longer waited for", () => {
  const tab = openTab({ visible: false, focused: true });
  tab.stop();
  tab.show();
  expect(tab.run).not.toHaveBeenCalled();
});
