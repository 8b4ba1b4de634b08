import type { EntryData } from "../page.ts";
import { FactList } from "./fact-list.tsx";
import { Prose } from "./prose.tsx";

/** The entries of a state, slot by slot in their order. */
export function EntryList({ entries }: { readonly entries: readonly EntryData[] }) {
  const slots = [...new Set(entries.map(({ slot }) => slot))];
  return (
    <>
      {slots.map((slot) => (
        <section key={slot} class="slot">
          <h3>
            <bdi>{slot}</bdi>
          </h3>
          {entries
            .filter((entry) => entry.slot === slot)
            .map((entry) => (
              <article key={entry.id} class="entry" aria-label={entry.id}>
                <Prose text={entry.text} />
                <FactList facts={entry.facts} />
              </article>
            ))}
        </section>
      ))}
    </>
  );
}
