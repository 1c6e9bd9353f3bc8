import { useId } from "react";
import {
  reviewFields,
  type ReviewStart,
  type SentReview,
  STARS,
} from "../../../server/contract/review.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button, ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Actions, Alert, Notice } from "../../components/notice.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { Stars } from "../../components/stars.tsx";
import { FieldProblem, TextArea, TextField } from "../../components/text-field.tsx";
import { reviewWords as words } from "../../content/review.ts";

type Form = Extract<ReviewStart, { step: "form" }>;

/** Page of a review link; works without signing in and without JavaScript. */
export function ReviewPage({ start }: { start: ReviewStart }) {
  if (start.step === "form") return <ReviewForm start={start} />;
  if (start.step === "sent") return <Sent review={start.review} />;
  const { heading, text } = words[start.step];
  return (
    <Notice heading={heading}>
      <p className="mt-4">
        {text} <MailLink className="link" />
      </p>
      <Home />
    </Notice>
  );
}

function Home() {
  return (
    <Actions>
      <ButtonRoute to="/">{words.home}</ButtonRoute>
    </Actions>
  );
}

function ReviewForm({ start: { products, values, problems, error } }: { start: Form }) {
  const isFaulty = Object.keys(problems).length > 0;
  return (
    <Notice heading={words.heading}>
      {products.length > 0 && (
        <p className="mt-4 wrap-anywhere text-ink-2">
          {fill(words.intro, { products: products.join(", ") })}
        </p>
      )}
      {(error || isFaulty) && (
        <Alert tone="danger" role="alert" className="mt-6 px-5 py-4 font-semibold text-danger">
          {error ? words.errors[error] : words.check}
        </Alert>
      )}
      <Card as="section" raised className="mt-8 px-5 py-7 sm:px-9 sm:py-9">
        {/* Posts to the URL of this page, which contains the token. */}
        <form method="post" noValidate className="grid gap-6">
          <StarsField chosen={values.stars} problem={problems.stars} />
          <TextArea
            name="text"
            label={reviewFields.text}
            hint={words.textHint}
            problem={problems.text}
            defaultValue={values.text}
            required
          />
          <TextField
            name="name"
            label={reviewFields.name}
            hint={words.nameHint}
            problem={problems.name}
            defaultValue={values.name}
            required
          />
          <p className="text-sm text-ink-2">{words.use}</p>
          <Consent isGiven={values.consent === "1"} isMissing={problems.consent !== undefined} />
          <div>
            <Button type="submit" look="main" className="max-sm:w-full">
              {words.send}
            </Button>
          </div>
        </form>
      </Card>
    </Notice>
  );
}

function StarsField({ chosen, problem }: { chosen: string; problem: string | undefined }) {
  const id = useId();
  return (
    <fieldset aria-describedby={problem && id}>
      <legend className="font-semibold">{reviewFields.stars}</legend>
      <div className="mt-1.5 grid">
        {STARS.map((count) => (
          <label key={count} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <input
              type="radio"
              name="stars"
              value={count}
              defaultChecked={chosen === String(count)}
              required
              className="size-5 shrink-0 accent-teal"
            />
            <Stars count={count} />
            {words.choices[count]}
          </label>
        ))}
      </div>
      {problem && <FieldProblem id={id}>{problem}</FieldProblem>}
    </fieldset>
  );
}

function Consent({ isGiven, isMissing }: { isGiven: boolean; isMissing: boolean }) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="consent"
          value="1"
          defaultChecked={isGiven}
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          className="size-5 shrink-0 accent-teal"
        />
        {words.consent}
      </label>
      {isMissing && <FieldProblem id={id}>{words.consentMissing}</FieldProblem>}
    </div>
  );
}

function Sent({ review: { stars, text, name } }: { review: SentReview }) {
  return (
    <Notice heading={words.sent.heading}>
      <p className="mt-4">{words.sent.text}</p>
      <figure className="mt-6 rounded-control bg-paper-2 px-4 py-3">
        <Stars count={stars} />
        <span className="sr-only">{words.choices[stars as keyof typeof words.choices]}</span>
        <blockquote dir="auto" className="mt-1 wrap-anywhere">
          {text}
        </blockquote>
        <figcaption dir="auto" className="mt-2 text-sm wrap-anywhere text-ink-2">
          {name}
        </figcaption>
      </figure>
      <p className="mt-4 text-ink-2">
        {words.sent.later} <MailLink className="link" />
      </p>
      <Home />
    </Notice>
  );
}
