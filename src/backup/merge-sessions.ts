import type { Backup, KeptSession } from "./backup.ts";

/**
 * Sessions of all machines, the newest first. One that several machines kept with the same beginning is there once, as
 * the longest; one that was continued differently is there for each.
 */
export function mergeSessions({ sessions }: Pick<Backup, "sessions">): readonly KeptSession[] {
  const byKey = Map.groupBy(sessions, ({ agent, id }) => `${agent}/${id}`);
  const heads = [...byKey.values()].flatMap((same) => {
    const sorted = same.toSorted((left, right) => right.modified_ms - left.modified_ms);
    const kept: KeptSession[] = [];
    for (const each of sorted) if (!kept.some((head) => contains(head, each))) kept.push(each);
    return kept;
  });
  return heads.sort((left, right) => right.modified_ms - left.modified_ms);
}

/** Whether a session has everything that another one has: the same main log, or one that begins with it. */
function contains(head: KeptSession, other: KeptSession): boolean {
  const [long] = head.versions;
  const [short] = other.versions;
  if (long === undefined || short === undefined) return short === undefined;
  if (head.files[0]?.kind === "database") return head.modified_ms === other.modified_ms;
  return short.parts.every(({ hash }, at) => long.parts[at]?.hash === hash);
}
