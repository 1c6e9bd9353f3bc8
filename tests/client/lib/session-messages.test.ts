import { expect, onTestFinished, test, vi } from "vitest";
import { onSessionMessage, notifyTabs } from "../../../client/lib/session.ts";

/** Hears news, and can send anything as another script of this site could. */
function listen() {
  const hear = vi.fn();
  const stop = onSessionMessage(hear);
  const other = new BroadcastChannel("session");
  onTestFinished(() => {
    stop();
    other.close();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  return { hear, stop, send: (message: unknown) => other.postMessage(message) };
}

test("only known news is heard, whatever else is said", async () => {
  const { hear, send } = listen();
  for (const message of [null, 1, "", "signed", ["signed-in"], { news: "signed-out" }]) {
    send(message);
  }
  send("signed-in");
  send("signed-out");
  await vi.waitFor(() => expect(hear).toHaveBeenCalledWith("signed-out"));
  expect(hear.mock.calls).toEqual([["signed-in"], ["signed-out"]]);
});

test("what one tab tells, another hears", async () => {
  const { hear } = listen();
  notifyTabs("signed-out");
  await vi.waitFor(() => expect(hear).toHaveBeenCalledExactlyOnceWith("signed-out"));
});

test("nothing is heard after it was stopped", async () => {
  const { hear, stop, send } = listen();
  const still = listen();
  stop();
  send("signed-in");
  await vi.waitFor(() => expect(still.hear).toHaveBeenCalledOnce());
  expect(hear).not.toHaveBeenCalled();
});

test("without channels nothing is told and nothing breaks", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  // The stub alone would still be there.
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  const hear = vi.fn();
  onSessionMessage(hear)();
  notifyTabs("signed-in");
  expect(hear).not.toHaveBeenCalled();
});
