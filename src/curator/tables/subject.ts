import { type LedgerEvent, streamId } from "../../model/event.ts";
import { isId } from "../workspace/ids.ts";
import type { Subject } from "./table-set.ts";

/** Whose stream an event is in; null for a stream that none of our commands could have named. */
export function subjectOf({ stream }: Pick<LedgerEvent, "stream">): Subject | null {
  const [workspace_id = "", ...rest] = streamId(stream).split("/");
  const id = rest.join("/");
  if (!isId(workspace_id) || rest.length > 1) return null;
  if (rest.length === 1 && !isStreamId(id)) return null;
  return { workspace_id, id };
}

/** Bundle ids may be longer than others, and have upper-case letters. */
function isStreamId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_@.-]{0,127}$/.test(id) && !id.includes("..");
}
