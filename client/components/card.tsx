import type { HTMLAttributes } from "react";

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: "div" | "section" | "aside" | "article" | "nav" | "li" | "dl" | "figure";
  /** Whether it lies above the page, on its own shadow. */
  raised?: boolean;
};

/** A sheet of paper on the page. Its room inside, and its place, are the caller's. */
export function Card({ as: Tag = "div", raised = false, className = "", ...rest }: CardProps) {
  const shadow = raised ? "shadow-paper " : "";
  return (
    <Tag
      {...rest}
      className={`rounded-card border border-line bg-card ${shadow}${className}`.trimEnd()}
    />
  );
}
