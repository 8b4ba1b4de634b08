import type { Backup, KeptSession, Tombstone } from "./backup.ts";

/**
 * Sessions of all machines, the newest first. One that several machines kept with the same beginning is there once, as
 * the longest; one that was continued differently is there for each.
 */
export function mergeSessions({
  sessions,
  forgotten,
}: Pick<Backup, "sessions" | "forgotten">): readonly KeptSession[] {
  const isKept = forgottenFilter(forgotten);
  const byKey = Map.groupBy(sessions.filter(isKept), ({ agent, id }) => `${agent}/${id}`);
  const heads = [...byKey.values()].flatMap((same) => {
    // Not every record has a time: of two with the same last one, the longer may have what the other has and more.
    const sorted = same.toSorted(
      (left, right) => right.modified_ms - left.modified_ms || lengthOf(right) - lengthOf(left),
    );
    const kept: KeptSession[] = [];
    for (const each of sorted) if (!kept.some((head) => contains(head, each))) kept.push(each);
    return kept;
  });
  return heads.sort((left, right) => right.modified_ms - left.modified_ms);
}

function lengthOf({ versions: [newest] }: KeptSession): number {
  return newest?.bytes ?? 0;
}

/** Whether a session has everything that another one has: the same main log, or one that begins with it. */
function contains(head: KeptSession, other: KeptSession): boolean {
  const [long] = head.versions;
  const [short] = other.versions;
  if (long === undefined || short === undefined) return short === undefined;
  if (head.files[0]?.kind === "database") return head.modified_ms === other.modified_ms;
  return short.parts.every(({ hash }, at) => long.parts[at]?.hash === hash);
}

/** A session that was forgotten for good on one machine is not given out, whichever other machine kept it. */
function forgottenFilter(forgotten: readonly Tombstone[]): (session: KeptSession) => boolean {
  const forGood = forgotten.filter(({ modified_ms }) => modified_ms === undefined);
  const keys = new Set(forGood.map(({ agent, id }) => `${agent}/${id}`));
  return ({ agent, id }) => !keys.has(`${agent}/${id}`);
}
