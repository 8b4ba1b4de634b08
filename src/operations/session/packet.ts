import * as z from "zod";
import type { ResumePacket } from "../../state/packet.ts";
import { shownStateSchema } from "../state/input.ts";
import { trailLineSchema } from "../state/log.ts";
import { asShown } from "../state/show.ts";
import { anchorSchema } from "./input.ts";

/** A resume packet in an operation's output. */
export const packetSchema = () =>
  z.object({
    session: z.object({
      user_id: z.string(),
      session_id: z.string(),
      task_id: z.string(),
      handed_off_from: z.string().nullable(),
    }),
    restored_working_state: z.string(),
    goal: z.string().nullable(),
    invariants: z.array(z.string()),
    last_failed_check: z.string().nullable(),
    sources: z.array(z.string()),
    schema: z.array(z.string()),
    snapshot: shownStateSchema(),
    anchor: anchorSchema().nullable(),
    decisions_tail: z.array(trailLineSchema()),
    hydration: z.object({ resolved: z.array(z.string()), unresolved: z.array(z.string()) }),
    scope_applied: z.object({ project: z.string(), union: z.array(z.string()) }),
    /** Entries that files or the git repository have overtaken. */
    overtaken: z.array(
      z.object({
        id: z.string(),
        namespace: z.string(),
        changed: z.array(z.string()),
        missing: z.array(z.string()),
        commit_lost: z.boolean(),
      }),
    ),
    warnings: z.array(z.string()),
  });

/** A packet as the output's schema calls it. */
export function shownPacket(packet: ResumePacket): z.infer<ReturnType<typeof packetSchema>> {
  const { snapshot, anchor, hydration, scope_applied } = packet;
  return {
    ...packet,
    invariants: [...packet.invariants],
    sources: [...packet.sources],
    schema: [...packet.schema],
    snapshot: {
      ...snapshot,
      slots: [...snapshot.slots],
      entries: snapshot.entries.map(asShown),
    },
    anchor: anchor && { ...anchor, last_decisions: [...anchor.last_decisions] },
    decisions_tail: [...packet.decisions_tail],
    hydration: { resolved: [...hydration.resolved], unresolved: [...hydration.unresolved] },
    scope_applied: { ...scope_applied, union: [...scope_applied.union] },
    overtaken: packet.overtaken.map((each) => ({
      ...each,
      changed: [...each.changed],
      missing: [...each.missing],
    })),
    warnings: [...packet.warnings],
  };
}
