import { Picture } from "../../components/picture.tsx";
import { TickList } from "../../components/tick-list.tsx";
import { storyWords } from "../../content/landing-story.ts";
import { Band, BandHeading } from "./band.tsx";
import { ProblemDoodle } from "./problem-doodle.tsx";

const ID = "pain-points";

/** Four afternoons that go wrong, and the one to imagine instead. */
export function PainPoints() {
  const { heading, problems, imagine } = storyWords.painPoints;
  return (
    <Band id={ID}>
      <BandHeading of={ID}>{heading}</BandHeading>
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:mt-14 lg:grid-cols-4">
        {problems.map(({ doodle, title, text }) => (
          <li key={title} className="flex gap-5 lg:block">
            <ProblemDoodle kind={doodle} className="h-18 w-auto shrink-0 lg:-ml-2 lg:h-24" />
            <div className="lg:mt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-base text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-14 grid items-center gap-x-12 rounded-card bg-card px-5 pt-8 pb-2 shadow-paper sm:px-10 lg:mt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,0.92fr)] lg:py-0 lg:pr-6 lg:pl-14 print:grid-cols-2 print:break-inside-avoid print:py-0">
        <div className="lg:py-14">
          <h3 className="text-3xl tracking-wide text-teal">{imagine.heading}</h3>
          <div className="mt-6 [&_ul]:space-y-4 [&_ul]:text-lg">
            <TickList items={imagine.benefits} />
          </div>
        </div>
        <div className="mx-auto mt-4 w-full max-w-[30rem] lg:-my-12 lg:max-w-none print:my-0">
          <Picture
            name={imagine.picture}
            sizes="(width >= 64rem) 32rem, (width >= 40rem) 30rem, 88vw"
            className="h-auto w-full"
          />
        </div>
      </div>
    </Band>
  );
}
