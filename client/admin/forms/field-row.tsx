import { type ReactNode, Suspense, useEffect, useEffectEvent, useId } from "react";
import { adminWords } from "../../content/admin.ts";
import type { FieldPart } from "../kinds/field-kind.ts";
import { findKind } from "../kinds/kinds.ts";
import { fieldLabel, isUpload } from "./row-values.ts";

const words = adminWords.form;

type FieldRowProps = Pick<
  FieldPart,
  "name" | "field" | "value" | "onChange" | "disabled" | "row" | "onUploading"
> & { required: boolean; problem: string | undefined; children?: ReactNode };

/** Form field with label, hints and error. Its children render once the control has loaded. */
export function FieldRow({ problem, children, ...part }: FieldRowProps) {
  const { name, field, required } = part;
  const id = useId();
  const { isGroup } = findKind(field, name) ?? {};
  const { timeZone } = field;
  const hints = [
    field.description,
    isUpload(name) && words.uploadNote,
    timeZone && words.inZone(timeZone),
  ].filter(Boolean);
  const hintId = hints.length > 0 && `${id}-hint`;
  const problemId = problem && `${id}-problem`;
  const Label = isGroup ? "span" : "label";
  return (
    <div data-field={name}>
      <Label
        id={`${id}-label`}
        {...(!isGroup && { htmlFor: id })}
        data-required={required || undefined}
        className="mb-1 block font-semibold data-required:after:text-danger data-required:after:content-['_*']"
      >
        {fieldLabel(name, field)}
      </Label>
      <Widget
        {...part}
        id={id}
        invalid={problem !== undefined}
        describedBy={[problemId, hintId].filter(Boolean).join(" ") || undefined}
      >
        {children}
      </Widget>
      {problemId && (
        <p id={problemId} className="mt-1 font-semibold text-danger">
          {problem}
        </p>
      )}
      {hintId && (
        <p id={hintId} className="mt-1 text-ink-2">
          {hints.join(" ")}
        </p>
      )}
    </div>
  );
}

/** Control of a field, without label and error. Its children render once it has loaded. */
export function Widget({ children, ...part }: FieldPart & { children?: ReactNode }) {
  const { field, name } = part;
  const Input = findKind(field, name)?.Input;
  if (Input) {
    return (
      <Suspense fallback={<span className="block min-h-9 rounded-sheet bg-paper-2" />}>
        <Input {...part} />
        {children}
      </Suspense>
    );
  }
  return <p className="text-danger">{words.unsupported(field.type)}</p>;
}

/** Child of a control that runs a function once the control has loaded. */
export function OnLoaded({ run }: { run: () => void }) {
  const onLoaded = useEffectEvent(run);
  useEffect(() => onLoaded(), []);
  return null;
}
