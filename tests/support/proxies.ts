import { readFileSync, rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProxy, type Proxy } from "../../scripts/lib/proxies.ts";
import { killAtExit } from "./store-process.ts";

/** Certificate and key of localhost, for tests only. */
export const PEM = join(import.meta.dirname, "localhost.pem");
export const TLS = { ca: readFileSync(PEM, "utf8") };

const EXAMPLES: Record<Proxy, string> = {
  nginx: "docs/deploy/nginx.conf",
  haproxy: "docs/deploy/haproxy.cfg",
  caddy: "docs/deploy/Caddyfile",
};
const START_LIMIT_MS = 10_000;

type Ports = {
  secure: number;
  plain: number;
  store: number;
};

/**
 * Starts a proxy with the example configuration of docs/deploy, changing only ports, paths and the
 * domain. Resolves when it accepts connections at https://localhost.
 */
export async function openProxy(proxy: Proxy, ports: Ports) {
  const program = await findProxy(proxy);
  const folder = await mkdtemp(join(tmpdir(), `papercub-${proxy}-`));
  const example = await readFile(join(import.meta.dirname, "../..", EXAMPLES[proxy]), "utf8");
  const config = join(folder, "config");
  const ported = example.replaceAll("127.0.0.1:3000", `127.0.0.1:${ports.store}`);
  await writeFile(config, SET_UP[proxy](ported, { folder, ...ports }));
  const child = Bun.spawn([program, ...ARGUMENTS[proxy](config)], {
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_DATA_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  killAtExit(child);
  const said = new Response(child.stderr).text();
  const close = async () => {
    child.kill("SIGTERM");
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const endsAt = performance.now() + START_LIMIT_MS;
  while (!(await accepts(ports.secure))) {
    if (child.exitCode !== null || performance.now() > endsAt) {
      await close();
      throw new Error(`${proxy} does not start: ${await said}`);
    }
    await Bun.sleep(10);
  }
  return {
    url: `https://localhost:${ports.secure}`,
    close,
  };
}

type Place = Ports & { folder: string };

const SET_UP: Record<Proxy, (example: string, place: Place) => string> = {
  nginx: (example, { folder, secure, plain }) => {
    const server = example
      .replaceAll(/^ *listen \[::\].*$/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${plain};`)
      .replace(/^ *listen 443 /m, `listen 127.0.0.1:${secure} `)
      .replaceAll(/\/etc\/letsencrypt\/\S+\.pem/g, PEM)
      .replace("https://shop.example$", `https://localhost:${secure}$`)
      .replaceAll("server_name shop.example", "server_name localhost");
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  # Clients of a test all come from this machine: here they say from where else.
  set_real_ip_from 127.0.0.1;
  real_ip_header X-Test-Client;
  ${server}
}
`;
  },
  haproxy: (example, { secure, plain }) =>
    example
      .replaceAll(/^ *(?:user|group|log \/dev\/log) .*$/gm, "")
      .replace("bind :80", `bind 127.0.0.1:${plain}`)
      .replace("bind :443", `bind 127.0.0.1:${secure}`)
      .replace("/etc/haproxy/shop.example.pem", PEM),
  caddy: (example, { secure, plain }) => {
    const site = `https://localhost:${secure} {\n  bind 127.0.0.1\n  tls ${PEM} ${PEM}`;
    const options = `{\n  admin off\n  http_port ${plain}\n  auto_https disable_redirects`;
    return example.replace(/^\{/m, options).replace(/^shop\.example \{/m, site);
  },
};

const ARGUMENTS: Record<Proxy, (config: string) => string[]> = {
  nginx: (config) => ["-e", "stderr", "-c", config],
  haproxy: (config) => ["-f", config],
  caddy: (config) => ["run", "--adapter", "caddyfile", "--config", config],
};

/** Returns whether a local port accepts connections. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
