/** English function words, which do not show what a text is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below
between both but by can could did do does doing don down during each few for from further had has have
having he her here hers herself him himself his how i if in into is isn it its itself just ll me more
most my myself no nor not now of off on once only or other our ours ourselves out over own per re s same
she should so some such t than that the their theirs them themselves then there these they this those
through to too under until up upon us ve very was wasn we were what when where which while who whom
whose why will with would you your yours yourself yourselves`.split(/\s+/),
);

/** Whether a lower-case word is a function word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
