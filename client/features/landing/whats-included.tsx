import { ButtonLink } from "../../components/button.tsx";
import { CrayonUnderline } from "../../components/crayon.tsx";
import { Picture } from "../../components/picture.tsx";
import { storyWords } from "../../content/landing-sections.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { Band, BandHeading, Sheet } from "./band.tsx";
import { landingPictures } from "../../content/pictures.ts";

const ID = "whats-included";

export function WhatsIncluded() {
  const { heading, curriculum, books, note, button } = storyWords.whatsIncluded;
  return (
    <Band id={ID}>
      <BandHeading of={ID}>
        {heading.lead}{" "}
        <span className="relative isolate inline-block">
          <CrayonUnderline className="absolute -inset-x-1 bottom-[-0.14em] -z-10 h-[0.38em] w-[calc(100%+0.5rem)]" />
          {heading.total}
        </span>{" "}
        {heading.rest}
      </BandHeading>
      <div className="mt-10 grid items-center gap-x-14 gap-y-6 lg:mt-12 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:break-inside-avoid">
        <div className="lg:-ml-4">
          <Picture
            from={landingPictures}
            name={curriculum.picture}
            sizes="(width >= 64rem) 38rem, 94vw"
            className="h-auto w-full"
          />
        </div>
        <div>
          <Count of={curriculum} className="text-5xl" />
          <p className="mt-3 max-w-[30rem] text-ink-2">{curriculum.text}</p>
        </div>
      </div>
      <ul className="mt-12 grid gap-x-8 gap-y-8 border-t border-line pt-12 sm:grid-cols-2 lg:grid-cols-4">
        {books.map((book, index) => (
          <li key={book.name} className="flex gap-5 lg:block">
            <Sheet
              from={landingPictures}
              name={book.picture}
              sizes="(width >= 64rem) 10rem, 6.5rem"
              className={`w-26 shrink-0 self-start lg:w-40 ${index % 2 ? "rotate-2" : "-rotate-2"}`}
            />
            <div className="lg:mt-6">
              <Count of={book} className="text-3xl" />
              <p className="mt-1.5 text-base text-ink-2">{book.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-col gap-x-8 gap-y-4 sm:flex-row sm:items-center">
        <ButtonLink href={`#${PRICING_ID}`} look="main" className="sm:px-9">
          {button}
        </ButtonLink>
        <p className="max-w-[26rem] text-base text-ink-2">{note}</p>
      </div>
    </Band>
  );
}

function Count({
  of: { count, name },
  className,
}: {
  of: { count: string; name: string };
  className: string;
}) {
  return (
    <h3>
      <span className={`block leading-none ${className}`}>{count}</span>{" "}
      <span className="mt-1.5 block text-xl">{name}</span>
    </h3>
  );
}
