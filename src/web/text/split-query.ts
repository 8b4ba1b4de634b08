/** What was typed into a search as words; several words in quotes stay together as a phrase. */
export function splitQuery(typed: string): readonly string[] {
  return typed
    .split('"')
    .flatMap((part, at) => (at % 2 === 1 ? [part] : part.split(/\s/)))
    .map((term) => term.trim())
    .filter((term) => term !== "");
}
