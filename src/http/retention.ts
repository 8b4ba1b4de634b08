/** Redaction of old texts by a server that was started with it: when it starts, and once a day. */

import { setTimeout as wait } from "node:timers/promises";
import { HoldallError } from "../base/errors.ts";
import { formatBytes, formatCount } from "../base/text/format-count.ts";
import { retentionSchema } from "../retention/retain-transcripts.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { momentBefore, requireKeeper } from "../runtime/retention.ts";
import { inWorkspace } from "../runtime/workspace.ts";
import { runApart } from "./apart.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a server redacts. */
export interface RetentionOptions {
  /** As a person wrote it when the server was started; no project can set it. */
  readonly age: string;
  readonly store: string | undefined;
  /** The command that starts this program. */
  readonly program: readonly string[];
}

/** Refuses what could never be redacted, and begins; it ends when the signal of the context is aborted. */
export async function startRetention(
  context: OperationContext,
  options: RetentionOptions,
): Promise<void> {
  momentBefore(options.age, context.now());
  await inWorkspace(context, { store: options.store, effect: "read" }, requireKeeper);
  void retainDaily({ ...context, progress: () => {} }, options);
}

async function retainDaily(context: OperationContext, options: RetentionOptions): Promise<void> {
  const { signal, note } = context;
  while (!signal.aborted) {
    const report = await retain(context, options).catch((error) =>
      signal.aborted ? null : reportOf(error),
    );
    if (report !== null) note(report);
    await wait(DAY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** One retention, in a process of its own, so that no call waits for it; what it did, null when nothing was old. */
async function retain(
  context: OperationContext,
  { age, store, program }: RetentionOptions,
): Promise<string | null> {
  const input = { transcripts: age, origin: "serve", ...(store === undefined ? {} : { store }) };
  const order = { operation: "ledger retain", input } as const;
  const { texts, bytes, sessions } = retentionSchema().parse(
    await runApart(program, order, context),
  );
  if (texts === 0) return null;
  return `Redacted ${formatCount(texts, "old text")} (${formatBytes(bytes)}) of ${formatCount(sessions, "session")}`;
}

/** A server goes on without its retention, and tries again the next day. */
function reportOf(error: unknown): string {
  if (!(error instanceof HoldallError)) throw error;
  const cure = error.cure === undefined ? "" : ` (${error.cure})`;
  return `Cannot redact old texts: ${error.message}${cure}`;
}
