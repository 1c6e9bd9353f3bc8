import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pageWords } from "../../content/pages.ts";
import { useSite } from "../../lib/use-site.ts";

const PLACE = /(\{\w+\})/;

/** A text of a policy with its places filled in: the shop's name, its address, links to its pages. */
export function PolicyText({ text }: { text: string }) {
  const { brand, supportEmail } = useSite();
  const { links } = pageWords.footer;
  const fillings: Record<string, ReactNode> = {
    "{brand}": brand,
    "{email}": (
      <a className="link wrap-anywhere" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    ),
    "{contact}": page("/contact", "contact form"),
    "{privacy}": page("/privacy", links.privacy),
    "{terms}": page("/terms", links.terms),
    "{refund}": page("/refund", links.refund),
  };
  return text.split(PLACE).map((part) => <span key={part}>{fillings[part] ?? part}</span>);
}

function page(to: "/contact" | "/privacy" | "/terms" | "/refund", name: string): ReactNode {
  return (
    <Link className="link" to={to}>
      {name}
    </Link>
  );
}
