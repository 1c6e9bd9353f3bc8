type TraceWindow = {
  document: { cookie: string };
  location: Pick<Location, "hostname">;
  localStorage: Pick<Storage, "length" | "key" | "removeItem">;
};

/** Removes the cookies and storage entries of our origin whose name matches. */
export function forgetTraces(window: TraceWindow, traces: RegExp): void {
  const cookies = window.document.cookie.split(";").map((pair) => pair.split("=")[0]?.trim() ?? "");
  for (const name of cookies.filter((name) => traces.test(name))) removeCookie(window, name);
  const stored = Array.from(
    { length: window.localStorage.length },
    (_, index) => window.localStorage.key(index) ?? "",
  );
  for (const key of stored.filter((key) => traces.test(key))) window.localStorage.removeItem(key);
}

/** A cookie is removed only with its own domain, which may be any parent of this host. */
function removeCookie({ document, location }: TraceWindow, name: string): void {
  const gone = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.cookie = gone;
  const labels = location.hostname.split(".");
  for (let index = 0; index < labels.length; index++) {
    document.cookie = `${gone}; domain=${labels.slice(index).join(".")}`;
  }
}
