import type { HTMLAttributes } from "react";

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: "div" | "section" | "aside" | "article" | "nav" | "li" | "dl" | "figure";
  /** Adds a shadow. */
  raised?: boolean;
};

export function Card({ as: Tag = "div", raised = false, className = "", ...rest }: CardProps) {
  const shadow = raised ? "shadow-paper " : "";
  return (
    <Tag
      {...rest}
      className={`rounded-card border border-line bg-card ${shadow}${className}`.trimEnd()}
    />
  );
}
