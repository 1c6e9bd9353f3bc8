import { Link } from "@tanstack/react-router";
import { contactWords } from "../../content/contact.ts";

/** Where it stands what becomes of a message. */
export function PrivacyNote() {
  const { privacy, privacyLink } = contactWords.form;
  return (
    <p className="mt-5 text-sm text-ink-2">
      {privacy}{" "}
      <Link to="/privacy" className="link">
        {privacyLink}
      </Link>
    </p>
  );
}
