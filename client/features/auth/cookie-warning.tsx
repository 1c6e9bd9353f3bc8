import { useSyncExternalStore } from "react";
import { loginWords } from "../../content/login.ts";

const never = () => () => {};

/** Says early that nobody can sign in here without cookies. */
export function CookieWarning() {
  const allowed = useSyncExternalStore(
    never,
    () => navigator.cookieEnabled,
    () => true,
  );
  if (allowed) return null;
  return (
    <p role="alert" className="mb-5 rounded-control bg-paper-2 px-4 py-3 text-base">
      {loginWords.noCookies}
    </p>
  );
}
