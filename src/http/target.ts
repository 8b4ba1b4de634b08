/** What a request asks for: the part of its URL that is used. */
export type Target = Pick<URL, "pathname" | "searchParams">;

/** A path without a query that a parser would leave as it is: nothing to decode, no dots to resolve. */
const PLAIN = /^\/[\w-][\w/-]*$/;
const NO_QUERY = new URLSearchParams();

/** Reads the target of a request; null when it is not valid. Most are plain, and parsing one costs more than many a read. */
export function readTarget(text: string): Target | null {
  if (PLAIN.test(text)) return { pathname: text, searchParams: NO_QUERY };
  return URL.parse(text, "http://localhost");
}
