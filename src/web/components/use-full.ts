import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";

/** The terms, in lower case, for which a search led to an item; none in any other item. */
export const SoughtTerms = createContext<readonly string[]>([]);

/** Whether a long text is shown to its end: as the reader chose, else if a search led to what is cut. */
export function useFull(
  text: string,
  head: string,
): readonly [isFull: boolean, setFull: (isFull: boolean) => void] {
  const terms = useContext(SoughtTerms);
  const [chosen, setFull] = useState<boolean | null>(null);
  if (chosen !== null || terms.length === 0) return [chosen ?? false, setFull];
  const rest = text.slice(head.length).toLowerCase();
  return [terms.some((term) => rest.includes(term)), setFull];
}
