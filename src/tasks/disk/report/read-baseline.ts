import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { readSmallFile } from "../../../disk/small-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { Baseline } from "../../report/gate/gate.ts";
import { readReportRow, reportErrorSchema, reportRowSchema } from "../../report/report-row.ts";
import { type CollectionInput, readCollection } from "./read-collection.ts";

const MAX_BYTES = 256 * 1024 * 1024;

/** Earlier runs: a folder of them, or what `task report --json` printed. */
export async function readBaseline(
  context: OperationContext,
  name: string,
  input: CollectionInput,
): Promise<Baseline> {
  const place = path.resolve(context.cwd, name);
  if (fs.statSync(place, { throwIfNoEntry: false })?.isFile()) return readReport(context, name);
  return readCollection(context, { ...input, root: name }, readReportRow);
}

/** The part of a report that is compared. */
const savedReportSchema = () =>
  z.object({
    ranking: z.array(reportRowSchema().extend({ score: z.number().min(0).max(1).nullable() })),
    errors: z.array(reportErrorSchema()),
  });

function readReport({ cwd }: OperationContext, name: string): Baseline {
  const { text } = readSmallFile(cwd, name, { what: "the baseline", maxBytes: MAX_BYTES });
  const parsed = savedReportSchema().safeParse(jsonOf(text));
  if (parsed.success) return { rows: parsed.data.ranking, errors: parsed.data.errors };
  const [issue] = parsed.error.issues;
  throw new HoldallError(
    "E_SHAPE",
    `Cannot use the baseline "${name}": ${issue?.path.join(".") ?? ""}: ${issue?.message}`,
    {
      cure: "name a folder of runs, or a file with what `holdall task report RUNS --json` printed",
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Reported by the schema.
  }
}
