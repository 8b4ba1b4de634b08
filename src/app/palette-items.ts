import type { Answer } from "./answers.ts";
import type { PaletteItem } from "./find-items.ts";
import { addressOfEntry, pathOf } from "./router.ts";
import { screens } from "./screens.ts";

/** What the palette searches. */
export interface PaletteSources {
  readonly sessions: Answer<"sessions">["sessions"];
  readonly entries: NonNullable<Answer<"overview">["state"]>["entries"];
}

const MAX_TEXT = 200;

/** Screens, sessions and entries, in this order. */
export function paletteItems({ sessions, entries }: PaletteSources): readonly PaletteItem[] {
  return [
    ...screens
      .filter(({ group }) => group !== null)
      .map(({ title, path }) => ({ kind: "Screen", text: title, href: path })),
    ...sessions.map(({ agent, id, title }) => ({
      kind: agent,
      text: title ?? id,
      href: pathOf("sessions", agent, id),
    })),
    ...entries.map(({ slot, content, namespace, id }) => ({
      kind: slot,
      text: content.slice(0, MAX_TEXT),
      href: addressOfEntry(namespace, id),
    })),
  ];
}

/** The way to sessions that the palette does not list, and to what was said in them; nothing before something is typed. */
export function searchItems(typed: string): readonly PaletteItem[] {
  const q = typed.trim();
  if (q === "") return [];
  const href = `/sessions?${new URLSearchParams({ q })}`;
  return [{ kind: "Search", text: `Search all sessions for “${q}”`, href }];
}
