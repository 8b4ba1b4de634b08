/** A text and the words in it that were looked for. */
interface MarkedTextProps {
  readonly text: string;
  readonly terms: readonly string[];
}

/** A text in which the words that were looked for are marked. */
export function MarkedText({ text, terms }: MarkedTextProps) {
  const parts: { readonly text: string; readonly isFound: boolean }[] = [];
  const lower = text.toLowerCase();
  // A few letters change their length in lower case; then nothing can be marked by its place.
  const wanted = lower.length === text.length ? terms.map((term) => term.toLowerCase()) : [];
  for (let at = 0; at < text.length; ) {
    const next = nextOf(lower, wanted, at);
    if (next === null) {
      parts.push({ text: text.slice(at), isFound: false });
      break;
    }
    if (next.start > at) parts.push({ text: text.slice(at, next.start), isFound: false });
    parts.push({ text: text.slice(next.start, next.end), isFound: true });
    at = next.end;
  }
  return (
    <>{parts.map((part, at) => (part.isFound ? <mark key={at}>{part.text}</mark> : part.text))}</>
  );
}

/** The first word at or after a place; the longest of those that begin there. */
function nextOf(text: string, terms: readonly string[], from: number) {
  let found: { readonly start: number; readonly end: number } | null = null;
  for (const term of terms) {
    const start = term === "" ? -1 : text.indexOf(term, from);
    if (start === -1) continue;
    const end = start + term.length;
    if (found === null || start < found.start || (start === found.start && end > found.end)) {
      found = { start, end };
    }
  }
  return found;
}
