import type { ComponentProps } from "react";
import { Picture } from "../../components/picture.tsx";
import type { Testimonial, TestimonialGradient } from "../../content/testimonials.ts";
import { Sheet } from "./sheet.tsx";

const GROUNDS: Record<TestimonialGradient, string> = {
  sun: "bg-sun",
  sky: "bg-sky",
  teal: "bg-teal-2",
  sand: "bg-line",
};

type TestimonialCardProps = { testimonial: Testimonial } & Pick<
  ComponentProps<typeof Picture>,
  "load"
>;

/** What one person says, with a drawn portrait. 300 px wide, less on the narrowest screens. */
export function TestimonialCard({ testimonial, load }: TestimonialCardProps) {
  const { text, author, role, image, gradient } = testimonial;
  return (
    <figure className="flex h-full w-[min(18.75rem,100vw-2.5rem)] flex-col justify-between rounded-card border border-line bg-card p-6 print:w-full">
      <blockquote>
        <p>{text}</p>
      </blockquote>
      <figcaption className="mt-6 flex items-center gap-4">
        <span className={`size-16 shrink-0 overflow-hidden rounded-full ${GROUNDS[gradient]}`}>
          <Picture name={image} sizes="4rem" alt="" load={load} className="size-16" />
        </span>
        <span className="leading-snug">
          <span className="block text-base font-semibold">{author}</span>{" "}
          <span className="block text-sm text-ink-2">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}

/** Fills the room after the last card, which lets it come to the front like the others. */
export function LastSheets() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 left-full flex w-[calc(100vw-21.25rem)] items-center pl-10 print:hidden [&>*]:max-sm:hidden"
    >
      <Sheet name="premium-pack-page-4" sizes="10rem" alt="" className="w-40 -rotate-6" />
      <Sheet name="premium-pack-page-8" sizes="10rem" alt="" className="-ml-8 w-40 rotate-5" />
    </div>
  );
}
