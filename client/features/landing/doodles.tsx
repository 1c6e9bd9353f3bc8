type DoodleProps<Kind extends string> = { kind: Kind };

/** Decorative drawing of one of the pain points. */
export function ProblemDoodle({ kind }: DoodleProps<"screen" | "tangle" | "search" | "signpost">) {
  return <Doodle name={kind} width={100} height={96} className="h-18 lg:-ml-2 lg:h-24" />;
}

/** Decorative drawing of one of the three steps in "How it works". */
export function StepDoodle({ kind }: DoodleProps<"mail" | "printer" | "crayon">) {
  return <Doodle name={kind} width={185} height={140} className="h-18 xs:h-24 md:h-40" />;
}

type Size = { name: string; width: number; height: number; className: string };

function Doodle({ name, width, height, className }: Size) {
  return (
    <img
      src={`/doodles/${name}.svg`}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      className={`w-auto shrink-0 ${className}`}
    />
  );
}
