import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { parseUserJson } from "../../../base/parse-user-json.ts";
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
    ranking: z.array(
      reportRowSchema().extend({
        score: z.number().min(0).max(1).nullable(),
        // Reports of earlier versions do not have it.
        failedChecks: reportRowSchema().shape.failedChecks.default([]),
      }),
    ),
    errors: z.array(reportErrorSchema()),
  });

function readReport({ cwd }: OperationContext, name: string): Baseline {
  const { text } = readSmallFile(cwd, name, { what: "the baseline", maxBytes: MAX_BYTES });
  const { ranking, errors } = parseUserJson(text, savedReportSchema(), {
    file: name,
    what: "the baseline",
    cure: "name a folder of runs, or a file with what `holdall task report RUNS --json` printed",
  });
  return { rows: ranking, errors };
}
