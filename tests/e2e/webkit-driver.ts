import { freePort, killAtExit, listenTo } from "../support/store-process.ts";
import { within } from "../support/until.ts";

const START_LIMIT_MS = 20_000;
const POLL_MS = 50;
const BROWSER_ARGS = [
  "--automation",
  // Safari has had the storage manager since 15.2; WebKitGTK ships with it disabled.
  "--features=+StorageAPI,+StorageAPIEstimate",
  "--javascript-can-open-windows-automatically=true",
];

/** Calls a WebDriver command, and returns its value. */
export type Call = <Value>(method: string, path: string, body?: object) => Promise<Value>;

/**
 * Starts WebKitGTK's MiniBrowser with a W3C WebDriver session, on its own virtual screen. The paths
 * of `call` are relative to the session.
 */
export async function startWebKit(args: string[]): Promise<{
  call: Call;
  close: () => Promise<void>;
}> {
  const programs = startPrograms();
  try {
    const screen = programs.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24"]);
    const { heard, text } = listenTo(screen.stdout);
    await within(heard("\n"), { what: "Xvfb starts", limitMs: START_LIMIT_MS });
    const port = await freePort();
    programs.start(["WebKitWebDriver", `--port=${port}`], {
      DISPLAY: `:${text().trim()}`,
      // Otherwise WebKit is offline on a machine without a default route.
      GIO_USE_NETWORK_MONITOR: "base",
      // WebKit's sandbox needs user namespaces, which root often lacks in a container.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
    });
    const callDriver = callerOf(`http://127.0.0.1:${port}`);
    const session = await openSession(callDriver, [...BROWSER_ARGS, ...args]);
    return {
      call: (method, path, body) => callDriver(method, session + path, body),
      async close() {
        await callDriver("DELETE", session).catch(() => {});
        await programs.end();
      },
    };
  } catch (error) {
    await programs.end();
    throw error;
  }
}

/** Starts programs that end together, at the latest when this process exits. */
function startPrograms() {
  // The driver's browser is not in this list; it exits when its virtual screen is killed.
  const children: Bun.Subprocess<"ignore", "pipe", "ignore">[] = [];
  return {
    start(command: string[], env: Record<string, string> = {}) {
      const child = Bun.spawn(command, {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "ignore"],
      });
      killAtExit(child);
      children.push(child);
      return child;
    },
    async end(): Promise<void> {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(({ exited }) => exited));
    },
  };
}

function callerOf(driver: string): Call {
  return async <Value>(method: string, path: string, body?: object) => {
    const answer = await fetch(driver + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value & WebDriverError };
    if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };
}

type WebDriverError = { error?: string; message?: string };

/** Opens the browser once the driver has started, and returns the path of the session. */
async function openSession(call: Call, args: string[]): Promise<string> {
  const endsAt = performance.now() + START_LIMIT_MS;
  while (!(await call("GET", "/status").catch(() => false))) {
    if (performance.now() > endsAt) throw new Error("WebKitWebDriver does not start.");
    await Bun.sleep(POLL_MS);
  }
  const alwaysMatch = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { args } };
  const capabilities = { alwaysMatch };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities });
  return `/session/${sessionId}`;
}
