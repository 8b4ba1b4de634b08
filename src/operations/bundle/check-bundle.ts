/** Everything that can be said about a bundle that is only looked at: what it is, whether it is valid, what it converts to. */

import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { collectTemporaries, createTemporaryFolder } from "../../disk/temporary.ts";
import { formatNames } from "../../formats/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { lossSchema } from "../../runtime/output-schemas.ts";
import convert from "./convert.ts";
import inspect from "./inspect.ts";
import verify from "./verify.ts";

/** The result of a check. */
export const bundleCheckSchema = () =>
  z.object({
    name: z.string(),
    /** Null when it cannot be read as a bundle; the findings of `verify` say why. */
    inspect: inspect.output().nullable(),
    verify: verify.output(),
    /** What every other format would make of it. */
    conversions: z.array(
      z.object({
        to: z.string(),
        loss: lossSchema().nullable(),
        /** Why there is no such conversion. */
        reason: z.string().nullable(),
      }),
    ),
  });

type BundleCheck = z.infer<ReturnType<typeof bundleCheckSchema>>;

/** Checks a bundle and tries every conversion of it in a temporary folder; nothing is kept. */
export async function checkBundle(context: OperationContext, name: string): Promise<BundleCheck> {
  const verified = await verify.run(context, { path: name });
  const inspected = await inspect.run(context, { path: name }).catch(refused);
  const from = inspected?.format ?? null;
  const conversions: BundleCheck["conversions"] = [];
  for (const to of formatNames) {
    if (from === null || to === from) continue;
    context.signal.throwIfAborted();
    context.progress(`converting to ${to}`);
    conversions.push(await tryConversion(context, name, to));
  }
  return { name, inspect: inspected, verify: verified, conversions };
}

async function tryConversion(context: OperationContext, name: string, to: string) {
  try {
    const { result, remove } = await collectTemporaries(() => {
      const out = path.join(createTemporaryFolder(), "converted");
      return convert.run(context, { path: name, to, out });
    });
    remove();
    return { to, loss: result.loss, reason: null };
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    return { to, loss: null, reason: error.message };
  }
}

/** What cannot be read is a result here, and `verify` has its finding. */
function refused(error: unknown): null {
  if (error instanceof HoldallError) return null;
  throw error;
}
