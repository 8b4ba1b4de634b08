import * as z from "zod";
import type { MandatePlan } from "../../mandates/mandate.ts";
import { INSIGHTS } from "../../workspace/layout.ts";

/** The result of a mandate. */
export const mandateOutput = () =>
  z.object({
    mandate: z.string(),
    responsibility_id: z.string(),
    at: z.string(),
    changed: z.array(z.string()),
    unchanged: z.array(z.string()),
    warnings: z.array(z.string()),
    blocked: z.object({ code: z.string(), detail: z.string() }).nullable(),
    hashes: z.record(z.string(), z.string()),
    /** Where files are that may not be published. */
    kept: z.string().nullable(),
    level: z.enum(["green", "yellow", "red"]).nullable(),
    model: z
      .object({
        class: z.string(),
        status: z.string(),
        preferred: z.string(),
        required: z.string(),
        detected: z.string(),
        outcome: z.string(),
        message: z.string().nullable(),
      })
      .nullable(),
  });

/** The result of a mandate. */
export type MandateOutput = z.infer<ReturnType<typeof mandateOutput>>;

/** The result of a plan; `blockedIn` is the folder of files that may not be published. */
export function describeResult(plan: MandatePlan, blockedIn: string | null): MandateOutput {
  const { model, record } = plan;
  return {
    mandate: record.mandate,
    responsibility_id: record.responsibility,
    at: record.at,
    kept: blockedIn,
    blocked: plan.blocked,
    changed: [...plan.changed, ...(plan.insights === null ? [] : [INSIGHTS])],
    unchanged: [...plan.unchanged],
    warnings: [...plan.warnings],
    hashes: { ...plan.hashes },
    level: plan.volume?.level ?? null,
    model:
      model === null
        ? null
        : {
            class: model.class,
            status: model.status,
            preferred: model.preferred,
            required: model.required,
            detected: model.detected,
            outcome: model.outcome,
            message: model.message,
          },
  };
}
