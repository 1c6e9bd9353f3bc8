import { expect, test, vi } from "vitest";
import { createListeners, createStore } from "../../../client/lib/observable.ts";

test("listeners get the arguments until they are removed", () => {
  const listeners = createListeners<[text: string]>();
  const listener = vi.fn();
  const remove = listeners.add(listener);
  listeners.add(listener);
  listeners.notify("one");
  remove();
  listeners.notify("two");
  expect(listener.mock.calls).toEqual([["one"], ["one"], ["two"]]);
});

test("a store notifies its listeners of another value, not of the same one", () => {
  const store = createStore(1);
  const listener = vi.fn();
  const remove = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  remove();
  store.set(3);
  expect(listener).toHaveBeenCalledOnce();
});
