import { IMPORT_ENCODINGS, type ImportPreview } from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";

type EncodingQuestionProps = {
  preview: ImportPreview;
  isRight: boolean;
  onAnswer: (isRight: boolean) => void;
};

/** Asks a person to confirm a guessed encoding, with sample words of the file. */
export function EncodingQuestion({ preview, isRight, onAnswer }: EncodingQuestionProps) {
  return (
    <div className="mb-4 rounded-sheet bg-paper-2 px-3 py-2">
      <p>{words.guessed(IMPORT_ENCODINGS[preview.encoding])}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-sm font-semibold">
        {preview.foreignWords.map((word) => (
          <li key={word} className="wrap-anywhere">
            {word}
          </li>
        ))}
      </ul>
      <label className="mt-1 flex min-h-9 items-center gap-2 font-semibold">
        <input
          type="checkbox"
          checked={isRight}
          onChange={({ target }) => onAnswer(target.checked)}
          className="size-4 accent-teal"
        />
        {words.guessedRight}
      </label>
      <p className="text-ink-2">{words.guessedWrong}</p>
    </div>
  );
}
