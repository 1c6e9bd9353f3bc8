import { testimonials, testimonialWords as words } from "../../content/testimonials.ts";
import { Band, BandHeading } from "./band.tsx";
import { CarouselButtons, CarouselDots } from "./carousel-controls.tsx";
import { LastSheets, TestimonialCard } from "./testimonial-card.tsx";
import { useCarousel } from "./use-carousel.ts";
import { useNear } from "./use-near.ts";

const ID = "testimonials";
const COUNT = testimonials.length;
// From the column to the window's own edge, where the row goes on.
const TO_WINDOW_EDGE = "-mr-[max(1.25rem,calc((100vw-73rem)/2+1.5rem))]";

/** Ten voices in a row that moves on by itself; a list to scroll where no script runs. */
export function Testimonials() {
  const { root, list, index, moving, playing, ...carousel } = useCarousel(COUNT);
  // The row moves faster than a picture loads that waits until it is seen.
  const near = useNear(root);
  return (
    <Band id={ID}>
      <div
        ref={root}
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
              ref={list}
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
                  <TestimonialCard testimonial={testimonial} load={near ? "patient" : "lazy"} />
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
