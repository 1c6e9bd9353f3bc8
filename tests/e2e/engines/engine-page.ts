/**
 * A browser page, with the methods that the journeys need. Each engine implements it over its own
 * protocol.
 */
export type EnginePage = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page; its arguments and its result are JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks an element with the pointer. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Presses Ctrl and a letter in a field. */
  shortcut(selector: string, letter: "a" | "c" | "v"): Promise<void>;
  /** Ends the browser and every process started for it. */
  close(): Promise<void>;
};
