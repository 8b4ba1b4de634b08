import type { Answer } from "./answers.ts";
import type { PaletteItem } from "./find-items.ts";
import { pathOf } from "./router.ts";
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
    ...entries.map(({ slot, content }) => ({
      kind: slot,
      text: content.slice(0, MAX_TEXT),
      href: "/state",
    })),
  ];
}
