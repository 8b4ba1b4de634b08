import type { PageHead } from "../page.ts";
import { FactList } from "./fact-list.tsx";

/** The head of a page: what it is, its facts, and what a reader must know first. */
export function Header({ head }: { readonly head: PageHead }) {
  return (
    <header class="head">
      <p class="kind">{head.kind}</p>
      <h1>
        <bdi>{head.title}</bdi>
      </h1>
      <FactList facts={head.facts} />
      {head.notes.length > 0 && (
        <ul class="notes" aria-label="Notes">
          {head.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </header>
  );
}
