import { newsWords as words } from "../content/mails.ts";
import { Button } from "./button.tsx";

type NewsFormProps = {
  /** Whether the buyer gets these mails now. */
  wanted: boolean;
  /** Checkout session of the buyer; defaults to the signed-in user. */
  sessionId?: string;
};

/** Starts or stops mails about corrected files; works without JavaScript. */
export function NewsForm({ wanted, sessionId }: NewsFormProps) {
  const { text, button } = wanted ? words.on : words.off;
  return (
    <form method="post" action="/mails/news" className="text-sm print:hidden">
      <p className="text-ink-2">{text}</p>
      {sessionId !== undefined && <input type="hidden" name="sessionId" value={sessionId} />}
      <input type="hidden" name="wanted" value={wanted ? "0" : "1"} />
      <Button type="submit" look="quiet" className="mt-3">
        {button}
      </Button>
    </form>
  );
}
