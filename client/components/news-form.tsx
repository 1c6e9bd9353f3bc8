import { newsWords } from "../content/mails.ts";
import { reviewChoiceWords } from "../content/review.ts";
import { Button } from "./button.tsx";

type NewsFormProps = {
  /** Mails about corrected files, or a request for a review. */
  topic?: "news" | "reviews";
  /** Whether the buyer gets these mails now. */
  wanted: boolean;
  /** Checkout session of the buyer; defaults to the signed-in user. */
  sessionId?: string;
};

/** Starts or stops mails that a buyer may choose; works without JavaScript. */
export function NewsForm({ topic = "news", wanted, sessionId }: NewsFormProps) {
  const words = topic === "news" ? newsWords : reviewChoiceWords;
  const { text, button } = wanted ? words.on : words.off;
  return (
    <form method="post" action="/mails/news" className="text-sm print:hidden">
      <p className="text-ink-2">{text}</p>
      <input type="hidden" name="topic" value={topic} />
      {sessionId !== undefined && <input type="hidden" name="sessionId" value={sessionId} />}
      <input type="hidden" name="wanted" value={wanted ? "0" : "1"} />
      <Button type="submit" look="quiet" className="mt-3">
        {button}
      </Button>
    </form>
  );
}
