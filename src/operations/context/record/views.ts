import * as z from "zod";
import { compareBytes } from "../../../base/file-set.ts";
import { acceptedContext, hasKnowledge, placeKnowledge } from "../../../curator/disk/knowledge.ts";
import { actIn } from "../../../curator/disk/record/acting.ts";
import {
  checkOlderPages,
  MAX_VIEWS,
  pagesIn,
  viewsOf,
  writeView,
} from "../../../curator/disk/views.ts";
import { responsibilityRoot } from "../../../curator/disk/workspace.ts";
import { requestTypes } from "../../../curator/requests/status.ts";
import { selectRequests } from "../../../curator/requests/tables/queries.ts";
import { KNOWLEDGE } from "../../../curator/workspace/layout.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { readExternalText } from "../../../disk/replace-text-file.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context views",
  summary: "Write the requests of a responsibility as pages, or check the pages",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "http"],
  withheld: { mcp: "it writes into the workspace folder" },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["context views docs_cos", "context views docs_cos --check"],
  input: z.object({
    id: responsibilityId.describe("Id of the responsibility"),
    check: z.boolean().default(false).describe("Only report pages that differ or have no request"),
    ...actingInput,
  }),
  output: () =>
    z.object({
      written: z.array(z.string()),
      unchanged: z.number(),
      differing: z.array(z.string()),
      missing: z.array(z.string()),
      /** Pages without a request; they are never removed. */
      orphans: z.array(z.string()),
    }),
  run: (context, { id, check, ...input }) =>
    actIn(context, input, "read", async ({ ledger, acting, place }) => {
      const root = responsibilityRoot(place, id);
      const wanted = await ledger.read((tx) => viewsOf(tx, place, id));
      const differing: string[] = [];
      const missing: string[] = [];
      for (const [name, text] of wanted) {
        const found = readExternalText(pathInside(root, name));
        if (found === null) missing.push(name);
        else if (found !== text) differing.push(name);
      }
      const due = [...missing, ...differing].sort(compareBytes);
      if (!check) for (const name of due) writeView(root, name, wanted.get(name) ?? "");
      const unchanged = wanted.size - due.length;
      const offers = { workspace_id: acting.workspace, target: id, type: requestTypes.available };
      const accepted = await ledger.read(async (tx) =>
        acceptedContext(
          tx,
          acting.workspace,
          await selectRequests(tx, { ...offers, limit: MAX_VIEWS }),
        ),
      );
      for (const each of accepted.filter((one) => !hasKnowledge(root, one))) {
        const folder = `${KNOWLEDGE}/${each.bundle.id}/`;
        if (check) missing.push(folder);
        else {
          placeKnowledge(place, root, each);
          due.push(folder);
        }
      }

      const older = await ledger.read((tx) =>
        checkOlderPages(tx, { workspace: acting.workspace, top: place.root, root, id }),
      );
      const orphans = pagesIn(root).filter((name) => !wanted.has(name));
      return {
        written: check ? [] : due,
        unchanged,
        missing,
        differing: [...differing, ...older.differing],
        orphans: [...orphans, ...older.orphans],
      };
    }),
  exitCode: ({ written, differing, missing, orphans }) =>
    written.length === 0 && differing.length + missing.length + orphans.length > 0 ? 1 : 0,
});
