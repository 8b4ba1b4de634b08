import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { createFindings, isOk } from "../../base/findings.ts";
import { folderFiles } from "../../disk/folder.ts";
import { importLog, importReportSchema } from "../../ledger/exchange/import.ts";
import { findLog } from "../../ledger/exchange/log-source.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "ledger import",
  summary: "Import a rip-style log or an exported history into the workspace",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it is an administrative command", http: "it is an administrative command" },
  positionals: ["dir"],
  examples: ["ledger import ./rip-log", "ledger import ./rip-log --dry-run"],
  input: z.object({
    dir: z.string().describe("Folder that contains events.jsonl or history/events.jsonl"),
    "dry-run": z
      .boolean()
      .default(false)
      .describe("Report what would be imported, and import nothing"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      ok: z.boolean(),
      dry_run: z.boolean(),
      ...importReportSchema().shape,
      findings: z.array(findingSchema()),
    }),
  async run(context, { dir, store, "dry-run": dryRun }) {
    const folder = path.resolve(context.cwd, dir);
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new HoldallError("E_NOT_FOUND", `Cannot import "${dir}": not a folder`);
    }
    const source = await findLog(folderFiles(folder));
    const findings = createFindings("lenient");
    const progress = (lines: number) => context.progress(`Read ${lines} lines`);
    const report = await inWorkspace(context, { store, effect: "write" }, (ledger) =>
      importLog(ledger, source, { findings, dryRun, progress }),
    );
    const list = findings.list();
    return { ...report, ok: isOk(list), dry_run: dryRun, findings: [...list] };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
