import * as z from "zod";
import { checkedResponsibilitySchema } from "../curator/disk/read/checked-responsibility.ts";
import { workspaceCheckSchema } from "../ledger/workspace-check.ts";
import { findingSchema } from "../runtime/output-schemas.ts";
import { sessionFileSchema } from "../sessions/session-in-place.ts";

/** What a complete check found. */
export const verdictSchema = () =>
  z.object({
    ok: z.boolean(),
    format: z.string().nullable(),
    profile: z.enum(["strict", "lenient"]),
    /** Files compared with SHA256SUMS, null when the bundle carries none. */
    summed: z.number().nullable(),
    signed_by: z.object({ fingerprint: z.string(), principal: z.string().nullable() }).nullable(),
    /** What an earlier conversion left beside the bundle's own files, in words. */
    carried: z.string().optional(),
    /** What the bundle's own history contains; every hash of it was checked. */
    history: z
      .object({
        events: z.number(),
        texts: z.number(),
        redacted: z.number(),
        /** Whether every past state can be rebuilt from it. */
        replayable: z.boolean(),
      })
      .optional(),
    /** Present for a session, which is no bundle: every record of it was read. */
    session: sessionFileSchema().optional(),
    /** Present for the folder of a responsibility of this workspace: it was compared with its record. */
    responsibility: checkedResponsibilitySchema().optional(),
    /** Present for a workspace, and when no path was given. */
    workspace: workspaceCheckSchema().optional(),
    findings: z.array(findingSchema()),
  });
