import { type RefObject, useEffect, useState } from "react";
import { Card } from "../../components/card.tsx";
import { Picture } from "../../components/picture.tsx";
import {
  type Testimonial,
  type TestimonialGradient,
  testimonials,
  testimonialWords as words,
} from "../../content/testimonials.ts";
import { Band, BandHeading, Sheet } from "./band.tsx";
import { CarouselButtons, CarouselDots } from "./carousel-controls.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { useCarousel } from "./use-carousel.ts";

const ID = "testimonials";
const COUNT = testimonials.length;
// From the column to the edge of the window.
const TO_WINDOW_EDGE = "-mr-[max(1.25rem,calc((100vw-73rem)/2+1.5rem))]";

/** The testimonials in a carousel; without script a list to scroll. */
export function Testimonials() {
  const { rootProps, listProps, index, moving, playing, ...carousel } = useCarousel(COUNT);
  // The row moves faster than lazy pictures load.
  const near = useNear(rootProps.ref);
  return (
    <Band id={ID}>
      <div
        {...rootProps}
        role="group"
        aria-roledescription="carousel"
        aria-label={words.name}
        className="grid gap-x-14 gap-y-6 lg:grid-cols-[19rem_minmax(0,1fr)]"
      >
        <div className="flex flex-col justify-between gap-8 lg:pt-5 lg:pb-12">
          <div>
            <BandHeading of={ID}>{words.heading}</BandHeading>
            <p className="mt-4 max-w-[34rem] text-ink-2">{words.claim}</p>
          </div>
          <CarouselButtons
            playing={playing}
            onToggle={carousel.togglePlay}
            onPrevious={carousel.showPrevious}
            onNext={carousel.showNext}
          />
        </div>
        <div className="min-w-0">
          <div aria-live={moving ? "off" : "polite"}>
            <ul
              {...listProps}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must reach what scrolls
              tabIndex={0}
              aria-label={words.heading}
              className={`relative -ml-5 flex snap-x snap-mandatory scroll-px-5 overflow-x-auto overscroll-x-contain py-5 pl-5 [scrollbar-width:thin] print:mr-0 print:flex-wrap print:gap-y-4 print:overflow-visible ${TO_WINDOW_EDGE}`}
            >
              {testimonials.map((testimonial, place) => (
                <li
                  key={testimonial.id}
                  aria-current={place === index ? "true" : undefined}
                  className="relative w-80 shrink-0 snap-start print:w-1/3 print:pr-4"
                >
                  <TestimonialCard testimonial={testimonial} near={near} />
                  {place === COUNT - 1 && <LastSheets />}
                </li>
              ))}
            </ul>
            <p className="sr-only">{words.place(index, COUNT)}</p>
          </div>
          <CarouselDots index={index} count={COUNT} onChoose={carousel.show} />
        </div>
      </div>
    </Band>
  );
}

const GROUNDS: Record<TestimonialGradient, string> = {
  sun: "bg-sun",
  sky: "bg-sky",
  teal: "bg-teal-2",
  sand: "bg-line",
};

type TestimonialCardProps = { testimonial: Testimonial; near: boolean };

function TestimonialCard({ testimonial, near }: TestimonialCardProps) {
  const { text, author, role, image, gradient } = testimonial;
  return (
    <Card
      as="figure"
      className="flex h-full w-[min(18.75rem,100vw-2.5rem)] flex-col justify-between p-6 print:w-full"
    >
      <blockquote>
        <p>{text}</p>
      </blockquote>
      <figcaption className="mt-6 flex items-center gap-4">
        <span className={`size-16 shrink-0 overflow-hidden rounded-full ${GROUNDS[gradient]}`}>
          <Picture
            from={landingPictures}
            name={image}
            sizes="4rem"
            alt=""
            load={near ? "patient" : "lazy"}
            className="size-16"
          />
        </span>
        <span className="leading-snug">
          <span className="block text-base font-semibold">{author}</span>{" "}
          <span className="block text-sm text-ink-2">{role}</span>
        </span>
      </figcaption>
    </Card>
  );
}

/** Space after the last card, so that it can scroll to the start. */
function LastSheets() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 left-full flex w-[calc(100vw-21.25rem)] items-center pl-10 print:hidden [&>*]:max-sm:hidden"
    >
      <Sheet
        from={landingPictures}
        name="premium-pack-page-4"
        sizes="10rem"
        alt=""
        className="w-40 -rotate-6"
      />
      <Sheet
        from={landingPictures}
        name="premium-pack-page-8"
        sizes="10rem"
        alt=""
        className="-ml-8 w-40 rotate-5"
      />
    </div>
  );
}

/** Whether the element has been within a screen of the viewport. */
function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: "100% 0px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
