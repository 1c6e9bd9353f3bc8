import { emailWords } from "../content/email.ts";
import { Button } from "./button.tsx";

type EmailQuestionProps = {
  id: string;
  suggestion: string | undefined;
  onAccept: (suggestion: string) => void;
};

/** Asks whether another address was meant; one press takes it over. */
export function EmailQuestion({ id, suggestion, onAccept }: EmailQuestionProps) {
  return (
    <div
      className={suggestion && "mt-3 rounded-control border-2 border-sun bg-card px-4 pt-3 pb-1.5"}
    >
      {/* Always there: a live region that arrives with its text is not read out. */}
      <div role="status" id={id}>
        {suggestion && (
          <p className="font-semibold wrap-anywhere">
            {emailWords.question} {suggestion}?
          </p>
        )}
      </div>
      {suggestion && (
        <Button
          look="plain"
          className="-mx-3"
          aria-describedby={id}
          onClick={() => onAccept(suggestion)}
        >
          {emailWords.accept}
        </Button>
      )}
    </div>
  );
}
