import * as z from "zod";
import type { Finding } from "../base/findings.ts";
import { asFinding } from "../bundles/disk/refused-path.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

/** What a session in the place of a bundle is, for outputs. */
export const sessionFileSchema = () =>
  z.object({
    kind: z.enum(["session", "trajectory", "log"]),
    /** The agent that wrote it, as people call it; null for a log. */
    agent: z.string().nullable(),
    version: z.string().nullable(),
    id: z.string().nullable(),
    title: z.string().nullable(),
    model: z.string().nullable(),
    cwd: z.string().nullable(),
    started_at: z.string().nullable(),
    messages: z.number().nullable(),
    /** What became of its records; null where they are not counted. */
    records: z
      .object({ all: z.number(), transcript: z.number(), opaque: z.number(), lost: z.number() })
      .nullable(),
    /** Command lines for what can be done with it. */
    commands: z.array(z.object({ does: z.string(), command: z.string() })),
  });

/** A session file as commands describe it. */
export type SessionFile = z.infer<ReturnType<typeof sessionFileSchema>>;

/** What was found in the place of a bundle. */
export interface SessionInPlace {
  /** Absent for a session of an agent that cannot be read; the finding says which. */
  readonly session?: SessionFile;
  readonly findings: readonly Finding[];
}

/** The session at a path that is no bundle; null when it is none, and for a path that is read as a named format. */
export async function sessionInPlace(
  context: OperationContext,
  { path, as }: { readonly path?: string | undefined; readonly as?: string | undefined },
  format: unknown,
): Promise<SessionInPlace | null> {
  if (format !== null || as !== undefined || path === undefined) return null;
  // Loaded here: who looks at a bundle does not wait for the readers of sessions.
  const { readSessionFile } = await import("./session-file.ts");
  try {
    return await readSessionFile(context, path);
  } catch (error) {
    return { findings: [asFinding(error).refused] };
  }
}
