import { Crayon } from "../../components/crayon.tsx";
import { Picture } from "../../components/picture.tsx";
import { landingWords } from "../../content/landing.ts";

// Where each sheet lies, as parts of the table, and how wide it stands; back to front.
const SHEETS = [
  { place: "left-[1%] top-[9%] w-[47%] -rotate-9", part: 0.47 },
  { place: "right-[1%] top-[2%] w-[47%] rotate-8", part: 0.47 },
  { place: "left-[22%] top-[12%] w-[57%] -rotate-2", part: 0.57 },
] as const;

/** Pages of the product, lying on the table with two crayons. */
export function HeroSheets() {
  return (
    <div className="relative mx-auto aspect-[1/0.98] w-full max-w-[34rem] md:max-w-none">
      {SHEETS.map(({ place, part }, index) => (
        <div
          key={place}
          className={`absolute overflow-hidden rounded-sheet border border-line bg-card shadow-paper ${place}`}
        >
          <Picture
            name={landingWords.hero.sheets[index] ?? ""}
            sizes={sizesOf(part)}
            load="patient"
            className="h-auto w-full"
          />
        </div>
      ))}
      <Crayon tone="sun" className="absolute bottom-[1%] left-[8%] w-[36%] rotate-[-17deg]" />
      <Crayon tone="coral" className="absolute right-[4%] bottom-[7%] w-[33%] rotate-[24deg]" />
    </div>
  );
}

/** The width of a sheet that takes this part of the table. */
function sizesOf(part: number): string {
  const px = (table: number) => `${Math.round(table * part)}px`;
  return `(width >= 64rem) ${px(480)}, (width >= 48rem) ${px(340)}, (width >= 37rem) ${px(544)}, calc(${part} * (100vw - 2.5rem))`;
}
