import type { Answer } from "./answers.ts";

/** Why only a backup has a session; null where its agent has it. */
type Kept = Answer<"show">["kept"];

const KEPT = { gone: "kept, gone at the agent", elsewhere: "kept, of another machine" } as const;

/** Marks a session that only a backup has. */
export function KeptMark({ kept }: { readonly kept: Kept }) {
  return kept === null ? null : <span class="kept">{KEPT[kept]}</span>;
}
