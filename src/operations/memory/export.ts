import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { writeAtomically, writeEntry, writeTree } from "../../disk/write-atomically.ts";
import { collectUnits, redactUnits, unitFormats } from "../../memory/disk/export-units.ts";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { writeOamp } from "../../memory/layers/oamp.ts";
import { writePam } from "../../memory/layers/pam.ts";
import { writeRecords } from "../../memory/layers/records.ts";
import { keepSecretsInput, redactionsSchema } from "../../runtime/redaction.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory export",
  summary: "Export units as a folder of Markdown records, a PAM or an OAMP document",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "http"],
  withheld: { mcp: "models use memory.find and memory.kit.export" },
  positionals: [],
  aliases: { ...ownerAliases, output: "out" },
  examples: ["memory export --out units", "memory export --format pam --out units.json"],
  input: z.object({
    out: z.string().min(1).describe("Folder or file to create").meta({ path: "output" }),
    format: z.enum(unitFormats).default("records").describe("Format of the export"),
    ...keepSecretsInput,
    ...ownerInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      format: z.enum(unitFormats),
      path: z.string(),
      units: z.number(),
      /** Number of units without content, because it was redacted. */
      left_out: z.number(),
      redactions: redactionsSchema(),
    }),
  run: (context, { out, format, store, "keep-secrets": keepsSecrets, ...named }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const owner = filterFor(context, ledger, named);
      const { units: found, leftOut } = await collectUnits(ledger, owner);
      const redactor = redactorUnless(context, keepsSecrets);
      const units = redactUnits(found, redactor);
      if (units.length === 0) {
        throw new HoldallError(
          "E_NOT_FOUND",
          `Cannot export units of "${owner.namespace}": there are none`,
        );
      }
      const target = path.resolve(context.cwd, out);
      const now = context.now().toISOString();
      const user = owner.user_id ?? "default";
      await writeAtomically(target, (temporary) => {
        if (format === "records") return writeTree(writeRecords(units), temporary);
        const document =
          format === "pam"
            ? writePam(units, { now, owner: user })
            : writeOamp(units, { now, user, newId: () => crypto.randomUUID() });
        return writeEntry(Buffer.from(`${JSON.stringify(document, null, 2)}\n`), temporary);
      });
      const redactions = [...(redactor?.report() ?? [])];
      return { format, path: target, units: units.length, left_out: leftOut, redactions };
    }),
});
