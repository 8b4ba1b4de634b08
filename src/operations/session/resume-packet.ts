import * as z from "zod";
import { outdatedEntrySchema } from "../../state/disk/settings/outdated-entries.ts";
import { anchorSchema } from "../../state/session/session-result.ts";
import { shownStateSchema } from "../../state/show-result.ts";
import { trailLineSchema } from "../state/log.ts";

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
    next_step: z.string().nullable(),
    invariants: z.array(z.string()).readonly(),
    last_failed_check: z.string().nullable(),
    sources: z.array(z.string()).readonly(),
    schema: z.array(z.string()).readonly(),
    snapshot: shownStateSchema(),
    anchor: anchorSchema().nullable(),
    decisions_tail: z.array(trailLineSchema()).readonly(),
    hydration: z.object({
      resolved: z.array(z.string()).readonly(),
      unresolved: z.array(z.string()).readonly(),
    }),
    scope_applied: z.object({ project: z.string(), union: z.array(z.string()).readonly() }),
    /** Entries whose files or Git commit have changed. */
    overtaken: z.array(outdatedEntrySchema()).readonly(),
    warnings: z.array(z.string()).readonly(),
  });
