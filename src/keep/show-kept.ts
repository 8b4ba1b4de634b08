import * as z from "zod";
import { placeOfFile } from "../backup/materialise.ts";
import { mergeSessions } from "../backup/merge-sessions.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import type { showInput } from "./inputs.ts";
import { describeKept, keptSessionSchema } from "./list-kept.ts";
import { findKept, openKept } from "./open-kept.ts";
import { storesToday } from "./stores-today.ts";

/** A file of a kept session. */
const fileFactsSchema = () =>
  z.object({
    /** Where it is put back; null where it is no file that its agent has. */
    path: z.string().nullable(),
    kind: z.enum(["log", "document", "database"]),
    bytes: z.number(),
    parts: z.number(),
    earlier: z.number(),
  });

/** A kept session with its files. */
export const shownSchema = () =>
  z.object({ session: keptSessionSchema(), files: z.array(fileFactsSchema()) });

type Shown = z.infer<ReturnType<typeof shownSchema>>;

/** Describes a kept session and its files. */
export async function showKept(
  context: OperationContext,
  { session: wanted, from, identity }: z.infer<typeof showInput>,
): Promise<Shown> {
  const backup = await openKept(context, { from, identity });
  const session = findKept(mergeSessions(backup), wanted);
  const environment = agentEnvironment(context);
  const files: Shown["files"] = [];
  for (const [at, file] of session.files.entries()) {
    const { bytes, parts } = session.versions[at] ?? file.current;
    const path = await placeOfFile(file, environment).catch(() => null);
    files.push({ path, kind: file.kind, bytes, parts: parts.length, earlier: file.earlier.length });
  }
  return {
    session: describeKept(context, backup, await storesToday(context, backup))(session),
    files,
  };
}
