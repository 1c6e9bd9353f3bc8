import { SITE, type TestApp } from "./create-test-app.ts";

/** Opens a browser with cookies; `always` are headers for every request, as a proxy would add. */
export function openBrowser({ app }: Pick<TestApp, "app">, always: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ ...always, ...Object.fromEntries(new Headers(init.headers)) });
    if (cookies.size > 0) headers.set("Cookie", cookie());
    const response = await app.request(path.startsWith(SITE) ? path : SITE + path, {
      ...init,
      headers,
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };

  return {
    cookies,
    cookie,
    send,
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: SITE, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    postForm: (path: string, fields: Record<string, string>) =>
      send(path, {
        method: "POST",
        headers: { Origin: SITE },
        body: new URLSearchParams(fields),
      }),
  };
}

export type Browser = ReturnType<typeof openBrowser>;

export async function startCheckout(browser: Browser, productIds: number[]): Promise<string> {
  const response = await browser.post("/api/create-checkout-session", checkoutBody(productIds));
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const { sessionId } = (await response.json()) as { sessionId: string };
  return sessionId;
}

export function checkoutBody(productIds: number[]) {
  return {
    products: productIds.map((productId) => ({ productId, quantity: 1 as const })),
    successRouter: "/checkout/success",
    cancelRouter: "/checkout/cancel",
  };
}
