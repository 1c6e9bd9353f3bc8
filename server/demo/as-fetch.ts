/**
 * A request handler of this process as a `fetch`. Unlike a real connection, a call into the app does
 * not notice that its caller gave up, so that is seen to here.
 */
export function asFetch(answer: (request: Request) => Promise<Response>): typeof fetch {
  const call = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return Promise.race([answer(request), aborted]);
  };
  return Object.assign(call, { preconnect: () => {} });
}
