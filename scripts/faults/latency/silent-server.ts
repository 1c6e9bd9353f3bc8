import { createServer, type Socket } from "node:net";

export type SilentServer = {
  url: string;
  /** How many connections it has accepted. */
  accepted: () => number;
  close: () => Promise<void>;
};

/** A mail server that accepts connections on a loopback port and never says a word. */
export async function openSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    accepted: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
