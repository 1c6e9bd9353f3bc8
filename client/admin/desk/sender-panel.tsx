import type { TableRow } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { textOf } from "./order-rules.ts";
import { EmailTools } from "./email-tools.tsx";
import { Pair, Panel } from "./panels.tsx";

const words = deskWords.message;

/** Who has written, and with what. */
export function SenderPanel({ message }: { message: TableRow }) {
  const device = [message["device_type"], message["browser_language"]].map(textOf).filter(Boolean);
  return (
    <Panel title={words.sender}>
      <dl className="px-4 py-2 [&_dt]:w-16">
        <Pair name={deskWords.order.name}>{textOf(message["name"])}</Pair>
        <Pair name={deskWords.order.email}>
          <EmailTools
            email={textOf(message["email"])}
            subject={words.reply(textOf(message["subject"]))}
          />
        </Pair>
        {device.length > 0 && (
          <Pair name={words.device}>
            <span className="min-w-0 wrap-anywhere">{device.join(", ")}</span>
          </Pair>
        )}
      </dl>
    </Panel>
  );
}
