/**
 * What a host passes to a hook on standard input. All hosts use nearly the same keys (`session_id`,
 * `cwd`, `transcript_path`, `source`); VS Code calls the first `sessionId`, and Cursor has
 * `workspace_roots` in place of `cwd`. A key of an unexpected type counts as absent: a new version of
 * a host must not break.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

const MAX_BYTES = 4 * 1024 * 1024;

const id = z.string().min(1).max(512).optional().catch(undefined);
const folder = z.string().min(1).optional().catch(undefined);

const hookCall = z
  .object({
    session_id: id,
    sessionId: id,
    cwd: folder,
    workspace_roots: z.tuple([folder], z.unknown()).optional().catch(undefined),
    transcript_path: folder,
    /** startup, resume, clear or compact */
    source: z.string().optional().catch(undefined),
  })
  .transform(({ session_id, sessionId, cwd, workspace_roots, ...rest }) => ({
    ...rest,
    session_id: session_id ?? sessionId,
    cwd: cwd ?? workspace_roots?.[0],
  }));

/** The part of a host's message that is used. */
export type HookCall = z.infer<typeof hookCall>;

/** Reads a host's message. An empty one is accepted. */
export async function readHookCall(context: OperationContext): Promise<HookCall> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of context.incoming()) {
    size += part.length;
    if (size > MAX_BYTES)
      throw new HoldallError("E_LIMIT", "Cannot read the input of the hook: it is too large");
    parts.push(part);
  }
  const text = decodeUtf8(Buffer.concat(parts))?.trim() ?? "";
  return hookCall.parse(text === "" ? {} : parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HoldallError("E_JSON", "Cannot read the input of the hook: it is not JSON", {
      cause,
    });
  }
}
