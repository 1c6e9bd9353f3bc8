import { Crayon } from "../../components/crayon.tsx";
import { Picture } from "../../components/picture.tsx";
import { landingWords } from "../../content/landing.ts";

// Where each sheet lies, as parts of the table, back to front.
const SHEETS = [
  "left-[1%] top-[9%] w-[47%] -rotate-9",
  "right-[1%] top-[2%] w-[47%] rotate-8",
  "left-[22%] top-[12%] w-[57%] -rotate-2",
];
const SIZES = "(width >= 64rem) 17rem, (width >= 40rem) 18rem, 50vw";

/** Pages of the product, lying on the table with two crayons. */
export function HeroSheets() {
  return (
    <div className="relative mx-auto aspect-[1/0.98] w-full max-w-[34rem] lg:max-w-none">
      {landingWords.hero.sheets.map((name, index) => (
        <div
          key={name}
          className={`absolute overflow-hidden rounded-sheet border border-line bg-card shadow-paper ${SHEETS[index]}`}
        >
          <Picture
            name={name}
            sizes={SIZES}
            load={index === SHEETS.length - 1 ? "urgent" : "eager"}
            className="h-auto w-full"
          />
        </div>
      ))}
      <Crayon tone="sun" className="absolute bottom-[1%] left-[8%] w-[36%] rotate-[-17deg]" />
      <Crayon tone="coral" className="absolute right-[4%] bottom-[7%] w-[33%] rotate-[24deg]" />
    </div>
  );
}
