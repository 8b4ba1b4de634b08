/** Paths of the app: where the browser is, how a link leads elsewhere without loading the page again. */

import { signal } from "@preact/signals";

/** Where the app is: a path and a query. The fragment belongs to the screen, which may point into itself. */
export interface Place {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** The place that is shown now. */
export const place = signal<Place>(placeOf(location));

/** Goes to a path of the app; `replace` leaves no step for Back, as for what is typed into a filter. */
export function go(href: string, { replace = false } = {}): void {
  const url = new URL(href, location.href);
  if (url.href === location.href) return;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  place.value = placeOf(url);
  if (!replace) window.scrollTo(0, 0);
}

/** Changes parts of the query and stays on the screen; an empty value removes its key. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const search = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === "") search.delete(key);
    else search.set(key, value);
  }
  const query = search.toString();
  go(`${location.pathname}${query === "" ? "" : `?${query}`}`, { replace: true });
}

/** Follows Back and Forward, and links of the app that are clicked without a modifier. */
export function startRouter(): void {
  window.addEventListener("popstate", () => {
    place.value = placeOf(location);
  });
  document.addEventListener("click", (event) => {
    const href = hrefOf(event);
    if (href === null) return;
    event.preventDefault();
    go(href);
  });
}

/**
 * The parameters of a path that fits a pattern such as `/sessions/:agent/:id`; null if it does not fit.
 * A last part `:rest*` takes all that follows.
 */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split("/");
  const parts = path.split("/");
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.endsWith("*")) {
      params[part.slice(1, -1)] = parts.slice(at).map(decode).join("/");
      return params;
    }
    const value = parts[at];
    if (value === undefined) return null;
    if (part.startsWith(":") && value !== "") params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return parts.length === wanted.length ? params : null;
}

/** A path of the app from its parts, each escaped; a dot would make it the name of a file. */
export function pathOf(...parts: readonly string[]): string {
  return `/${parts.map((part) => encodeURIComponent(part).replaceAll(".", "%2E")).join("/")}`;
}

/** The address of an item in its session, where the session's screen shows it first. */
export function addressOfItem(agent: string, session: string, item: string): string {
  return `${pathOf("sessions", agent, session)}#${new URLSearchParams({ item })}`;
}

/** The address of an entry on the screen of the state, which shows it and marks it. */
export function addressOfEntry(namespace: string, id: string): string {
  return `/state?${new URLSearchParams({ entry: id, namespace })}`;
}

/** Where a session is handed over. */
export function handoffAddress(agent: string, session: string): string {
  return `/handoff?${new URLSearchParams({ agent, session })}`;
}

/** Where a session is sent to others. */
export function sendAddress(agent: string, session: string): string {
  return `/share?${new URLSearchParams({ agent, session })}`;
}

/** Where what a session decided is proposed for the state. */
export function reviewAddress(agent: string, session: string): string {
  return `/review?${new URLSearchParams({ agent, session })}`;
}

function placeOf({ pathname, search }: Pick<URL, "pathname" | "search">): Place {
  return { path: pathname, search: new URLSearchParams(search) };
}

/** A stranger may have typed the address: a broken escape is shown as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a clicked link that the app itself can show. */
function hrefOf(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!isPlain || event.altKey || event.defaultPrevented) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.origin !== location.origin) return null;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  // The browser itself goes to a place within the page.
  if (isHere && link.hash !== "") return null;
  return link.pathname.startsWith("/api/") ? null : link.href;
}
