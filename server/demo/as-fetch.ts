/** Wraps a request handler of this process as a `fetch`, which rejects when the caller aborts. */
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
