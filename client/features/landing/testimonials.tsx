import { type RefObject, useEffect, useState } from "react";
import type { Batch, Testimonial } from "../../../server/contract/content.ts";
import { fill } from "../../../server/contract/words.ts";
import { Card } from "../../components/card.tsx";
import { Stars } from "../../components/stars.tsx";
import { Icon } from "../../components/icons.tsx";
import { findPicture, landingPictures, pictureNameOf } from "../../content/pictures.ts";
import { testimonialWords as words } from "../../content/testimonials.ts";
import { api } from "../../lib/api.ts";
import { useSite } from "../../lib/page-context.ts";
import { Band, BandHeading, LandingPicture, MotionIcon, Sheet } from "./band.tsx";
import { useCarousel } from "./carousel.ts";
import { ShowMore } from "./show-more.tsx";
import { useBatches } from "./use-batches.ts";

const GROUNDS: Record<string, string> = {
  sun: "bg-sun",
  sky: "bg-sky",
  teal: "bg-teal-2",
  line: "bg-line",
};
/** Maximum number of dots that fit below the cards. */
const MAX_DOTS = 30;
// Extends the list from the content column to the edge of the window.
const TO_WINDOW_EDGE = "-me-[max(1.25rem,calc((100vw-73rem)/2+1.5rem))]";
const BUTTON =
  "flex h-12 items-center justify-center gap-2.5 rounded-control border-2 border-ink bg-card text-base font-semibold hover:bg-paper-2";
const ARROWS = [
  {
    step: -1,
    name: "previous",
    drawing: "M19 12.4c-5-.6-9-.6-14-.2M10.5 6C9 8.6 7.4 10.4 5 12.2c2.4 1.7 4 3.5 5.7 5.9",
  },
  {
    step: 1,
    name: "next",
    drawing: "M5 12.4c5-.6 9-.6 14-.2M13.5 6c1.5 2.6 3.1 4.4 5.5 6.2-2.4 1.7-4 3.5-5.7 5.9",
  },
] as const;

/** Testimonial carousel; a scrollable list without JavaScript. */
export function Testimonials({ first }: { first: Batch<Testimonial> }) {
  const { trustClaim } = useSite();
  const { rows, ...batches } = useBatches(first, api.listTestimonials);
  const count = rows.length;
  const placeText = (place: number) => fill(words.place, { place: place + 1, count });
  const { rootProps, listProps, index, moving, playing, ...carousel } = useCarousel(count);
  // Load all portraits when the section is near: the carousel moves faster than lazy images load.
  const near = useNear(rootProps.ref);
  return (
    <Band id="testimonials">
      <div
        {...rootProps}
        role="group"
        aria-roledescription="carousel"
        aria-label={words.name}
        className="grid gap-x-14 gap-y-6 lg:grid-cols-[19rem_minmax(0,1fr)]"
      >
        <div className="flex flex-col justify-between gap-8 lg:pt-5 lg:pb-12">
          <div>
            <BandHeading of="testimonials">{words.heading}</BandHeading>
            {trustClaim && <p className="mt-4 max-w-[34rem] text-ink-2">{words.claim}</p>}
          </div>
          {count > 1 && (
            <div className="needs-script flex gap-3">
              <button type="button" onClick={carousel.togglePlay} className={`px-5 ${BUTTON}`}>
                <MotionIcon moving={playing} className="size-4.5" />
                {/* Fixed width, so that the button does not resize between "Pause" and "Play". */}
                <span className="w-12 text-start">{playing ? words.pause : words.play}</span>
              </button>
              {ARROWS.map(({ step, name, drawing }) => (
                <button
                  key={name}
                  type="button"
                  onClick={() => carousel.move(step)}
                  className={`w-12 ${BUTTON}`}
                >
                  <Icon className="size-6 rtl:-scale-x-100" strokeWidth="2.8">
                    <path d={drawing} />
                  </Icon>
                  <span className="sr-only">{words[name]}</span>
                </button>
              ))}
            </div>
          )}
        </div>
        <div className="min-w-0">
          <div aria-live={moving ? "off" : "polite"}>
            <ul
              {...listProps}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must reach what scrolls
              tabIndex={0}
              aria-label={words.heading}
              className={`relative -ms-5 flex snap-x snap-mandatory scroll-px-5 overflow-x-auto overscroll-x-contain py-5 ps-5 [scrollbar-width:thin] print:me-0 print:flex-wrap print:gap-y-4 print:overflow-visible ${TO_WINDOW_EDGE}`}
            >
              {rows.map((testimonial, place) => (
                <li
                  key={testimonial.id}
                  aria-current={place === index ? "true" : undefined}
                  className="relative w-80 shrink-0 snap-start print:w-1/3 print:pe-4"
                >
                  <TestimonialCard {...testimonial} near={near} />
                  {place === count - 1 && <LastSheets />}
                </li>
              ))}
            </ul>
            <p className="sr-only">{placeText(index)}</p>
          </div>
          {count > 1 && count <= MAX_DOTS && (
            <div role="group" aria-label={words.dots} className="needs-script -ms-2 flex flex-wrap">
              {rows.map(({ id }, place) => (
                <button
                  key={id}
                  type="button"
                  aria-label={placeText(place)}
                  aria-current={place === index ? "true" : undefined}
                  onClick={() => carousel.show(place)}
                  className="group flex size-7 items-center justify-center rounded-full"
                >
                  <span className="size-2.5 rounded-full border-2 border-ink-2 transition-[width,background-color] duration-150 group-hover:bg-ink-2 group-aria-[current]:w-5 group-aria-[current]:border-teal group-aria-[current]:bg-teal" />
                </button>
              ))}
            </div>
          )}
          {rows.some(({ verified }) => verified) && (
            <p className="mt-4 max-w-[44rem] text-sm text-ink-2">{words.checked}</p>
          )}
          <ShowMore {...batches} className="mt-4" />
        </div>
      </div>
    </Band>
  );
}

type TestimonialCardProps = Testimonial & { near: boolean };

function TestimonialCard(props: TestimonialCardProps) {
  const { text, author, role, gradient, stars, verified } = props;
  return (
    <Card
      as="figure"
      className="flex h-full w-[min(18.75rem,100vw-2.5rem)] flex-col justify-between p-6 print:w-full"
    >
      <div>
        {stars !== undefined && (
          <p className="mb-3">
            <Stars count={stars} />
            <span className="sr-only">{fill(words.stars, { count: stars })}</span>
          </p>
        )}
        <blockquote dir="auto" className="wrap-anywhere">
          <p>{text}</p>
        </blockquote>
      </div>
      <figcaption className="mt-6 flex items-center gap-4">
        <span
          className={`size-16 shrink-0 overflow-hidden rounded-full ${GROUNDS[gradient] ?? GROUNDS["line"]}`}
        >
          <Portrait {...props} />
        </span>
        <span className="min-w-0 leading-snug" dir="auto">
          <span className="block text-base font-semibold">{author}</span>{" "}
          <span className="block text-sm text-ink-2">{role}</span>
          {verified && (
            <span className="mt-1 inline-block rounded-full bg-teal-2 px-2.5 py-0.5 text-sm">
              {words.verified}
            </span>
          )}
        </span>
      </figcaption>
    </Card>
  );
}

/** Picture of the person, or the first letter of the name. */
function Portrait({ image, author, near }: TestimonialCardProps) {
  const load = near ? "patient" : "lazy";
  const name = pictureNameOf(image);
  if (name && findPicture(landingPictures, name)) {
    return <LandingPicture name={name} sizes="4rem" alt="" load={load} className="size-16" />;
  }
  if (!image) {
    return (
      <span
        aria-hidden="true"
        className="flex size-16 items-center justify-center font-display text-2xl font-semibold"
      >
        {[...author][0]}
      </span>
    );
  }
  return (
    <img
      src={image}
      alt=""
      width={64}
      height={64}
      loading={near ? "eager" : "lazy"}
      className="size-16 object-cover"
    />
  );
}

/** Decorative space after the last card, so that it can scroll to the left edge. */
function LastSheets() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 start-full flex w-[calc(100vw-21.25rem)] items-center ps-10 print:hidden [&>*]:max-sm:hidden"
    >
      <Sheet name="premium-pack-page-4" sizes="10rem" alt="" className="w-40 -rotate-6" />
      <Sheet name="premium-pack-page-8" sizes="10rem" alt="" className="-ms-8 w-40 rotate-5" />
    </div>
  );
}

/** Whether the element has come within one screen height of the viewport. */
function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || near) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "100% 0px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}
