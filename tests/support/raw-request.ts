import { connect } from "node:net";

/**
 * Sends exactly these bytes, which may be an incomplete request; returns the response's head and
 * its body up to the declared length.
 */
export function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => void socket.write(text));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
      if (isComplete(answer)) socket.destroy();
    });
  });
}

function isComplete(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(answer.slice(0, end))?.[1];
  return end >= 0 && answer.length >= end + 4 + Number(length ?? 0);
}
