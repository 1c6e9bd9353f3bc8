import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { hostCheck } from "../../server/http/origin-checks.ts";
import { listen } from "../../server/process/listen.ts";
import { createTestApp, type TestApp } from "../support/create-test-app.ts";
import { openProxy, TLS } from "../support/proxies.ts";
import { stallDownload } from "../support/stall-download.ts";
import { sellFile } from "../support/sold-file.ts";
import { freePort } from "../support/store-process.ts";
import { signInAdmin } from "../support/table-calls.ts";
import { largePdf } from "../support/uploads.ts";

const MB = 1024 * 1024;
/** Larger than the socket buffers between the server and a paused reader. */
const LARGE_BYTES = 24 * MB;
const LARGEST_UPLOAD_BYTES = 100 * MB;

/** Serves the shop at https://localhost behind nginx, configured as in docs/deploy. */
async function openSite() {
  const [secure, plain] = [await freePort(), await freePort()];
  const url = `https://localhost:${secure}`;
  const t = createTestApp({ env: { PUBLIC_URL: url, TRUSTED_PROXY: "127.0.0.1" } });
  const refuse = hostCheck(t.deps);
  const store = listen(
    { host: "127.0.0.1", port: 0 },
    (request, server) => refuse(request, server) ?? t.app.fetch(request, { server }),
  );
  onTestFinished(() => store.stop(true));
  const proxy = await openProxy("nginx", { secure, plain, store: store.port ?? 0 });
  onTestFinished(proxy.close);
  return {
    ...t,
    store,
    url,
    plainUrl: `http://127.0.0.1:${plain}`,
    fetch: (path: string, init: RequestInit = {}) => fetch(url + path, { ...init, tls: TLS }),
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

const sell = ({ db, deps, clock }: TestApp, bytes: number) =>
  sellFile({ db, saveFile: deps.files.save, secret: deps.secret, now: clock.now() }, bytes);

/** Returns the owner's session cookie. Over HTTPS its name has the `__Host-` prefix. */
const ownersCookie = (site: Site) => `__Host-${signInAdmin(site).cookie()}`;

test("every answer comes by TLS, with the store's headers, and for its own host alone", async () => {
  const { fetch: ask, url, plainUrl } = await openSite();
  const { status, headers } = await ask("/api/products");
  expect(status).toBe(200);
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  expect(headers.get("Content-Security-Policy")).toContain("script-src 'self'");
  expect(headers.get("Server")).toBe("nginx");
  const moved = await fetch(`${plainUrl}/faq?a=1`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, `${url}/faq?a=1`]);
  expect((await ask("/api/products", { headers: { Host: "other.example" } })).status).toBe(421);
});

test("limits count the address that nginx has seen, whatever a visitor says", async () => {
  const site = await openSite();
  const askedFrom = async (client: string, nth: number) => {
    const response = await site.fetch("/api/orders/find", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: site.url,
        "X-Test-Client": client,
        "X-Forwarded-For": `198.51.100.${nth}`,
      },
      body: JSON.stringify({ email: `visitor-${nth}@example.com` }),
    });
    return response.status;
  };
  const statuses: number[] = [];
  for (let nth = 0; nth < 21; nth++) statuses.push(await askedFrom("203.0.113.1", nth));
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  expect(await askedFrom("203.0.113.2", 21)).toBe(200);
});

test("a download goes on at its reader's pace, in parts too, and nothing collects it before", async () => {
  const site = await openSite();
  const { path, sha256 } = await sell(site, LARGE_BYTES);
  const slow = stallDownload(site.url + path);
  onTestFinished(slow.leave);
  await slow.begun;
  const part = async (headers: Record<string, string>) => {
    const response = await site.fetch(path, { headers: { Range: "bytes=5-12", ...headers } });
    const bytes = (await response.arrayBuffer()).byteLength;
    return [response.status, bytes, response.headers.get("Content-Range")];
  };
  const range = [206, 8, `bytes 5-12/${LARGE_BYTES}`];
  expect(await part({})).toEqual(range);
  expect(await part({ "If-Range": `"${sha256}"` })).toEqual(range);
  expect(await part({ "If-Range": '"another"' })).toEqual([200, LARGE_BYTES, null]);
  // nginx does not buffer the response: unread data stays in the store.
  expect(site.store.pendingRequests).toBe(1);
  slow.goOn();
  expect(await slow.done).toEqual({ status: 200, bytes: LARGE_BYTES, sha256, isWhole: true });
});

test("the owner's news come when they happen", async () => {
  const site = await openSite();
  const headers = { Cookie: ownersCookie(site) };
  const { body, headers: sent } = await site.fetch("/api/admin/changes/stream", { headers });
  expect(sent.get("Content-Type")).toContain("text/event-stream");
  const reader = body?.getReader();
  let text = "";
  const until = async (part: string) => {
    while (!text.includes(part)) text += new TextDecoder().decode((await reader?.read())?.value);
  };
  await until("event: ping");
  await site.addProduct({ name: "A new pack" });
  await until('"table":"products"');
  await reader?.cancel();
});

test("the largest upload is taken as it comes, and a larger one refused in the store's words", async () => {
  const site = await openSite();
  const headers = { Cookie: ownersCookie(site), Origin: site.url };
  const file = largePdf(LARGEST_UPLOAD_BYTES);
  const stored = await site.fetch("/api/upload/file", {
    method: "POST",
    headers: { ...headers, "Content-Type": FORM_TYPE },
    body: formOf(file, async () => {
      // Send the second half only once the store has the request: nginx must not buffer uploads.
      while (site.store.pendingRequests === 0) await Bun.sleep(5);
    }),
  });
  expect([stored.status, await stored.json()]).toMatchObject([
    201,
    { bytes: LARGEST_UPLOAD_BYTES, name: "all-weeks.pdf" },
  ]);

  const announced = await announce(site, LARGEST_UPLOAD_BYTES + MB / 2, headers.Cookie);
  expect(announced).toMatch(/^HTTP\/1.1 413 [^]*"code":"too_large"/);
  const large = await site.fetch("/api/orders/find", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "x".repeat(MB) }),
  });
  expect([large.status, await large.json()]).toMatchObject([413, { code: "too_large" }]);
});

const FORM_TYPE = "multipart/form-data; boundary=b";
const FORM_HEAD =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="all-weeks.pdf"\r\n' +
  "Content-Type: application/pdf\r\n\r\n";

/** Returns a multipart body whose second half of the file is sent after `halfway` resolves. */
function formOf(file: Uint8Array, halfway: () => Promise<void>) {
  const middle = file.length / 2;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(FORM_HEAD));
      controller.enqueue(file.subarray(0, middle));
      await halfway();
      controller.enqueue(file.subarray(middle));
      controller.enqueue(new TextEncoder().encode("\r\n--b--\r\n"));
      controller.close();
    },
  });
}

/** Sends only the head of an upload with this Content-Length; returns the response. */
function announce({ url }: Site, bytes: number, cookie: string): Promise<string> {
  const { host, port } = new URL(url);
  const head =
    `POST /api/upload/file HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nCookie: ${cookie}\r\n` +
    `Content-Type: ${FORM_TYPE}\r\nContent-Length: ${bytes}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const place = { host: "127.0.0.1", port: Number(port), servername: "localhost" };
    const socket = connect({ ...place, ...TLS }, () => void socket.write(head));
    let answer = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      answer += String(chunk);
      if (!answer.includes("}")) return;
      socket.destroy();
      resolve(answer);
    });
  });
}
