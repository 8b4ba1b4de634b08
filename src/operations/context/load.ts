import path from "node:path";
import * as z from "zod";
import { loadContext, loadedFileSchema } from "../../curator/assemble/load.ts";
import { readPrevious } from "../../curator/disk/publish.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { requireReady } from "../../curator/disk/read/require-ready.ts";
import { BUNDLE } from "../../curator/workspace/layout.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context load",
  summary: "Show the curated files of a responsibility and the files they link to",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.load", sets: ["context"] },
  positionals: ["id"],
  examples: ["context load docs_cos --four-only"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    "four-only": z.boolean().default(false).describe("Follow no links"),
    "stale-ok": z.boolean().default(false).describe("Also show files that are not up to date"),
    previous: z
      .boolean()
      .default(false)
      .describe("Also show what the last refresh replaced in each file"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      responsibility_id: z.string(),
      lines: z.number(),
      files: z.array(
        z.object({
          ...loadedFileSchema()
            .shape /** The text before the last refresh; null for a file that it did not change, and without --previous. */,
          previous: z.string().nullable(),
        }),
      ),
      skipped: z.array(z.object({ link: z.string(), reason: z.string() })),
    }),
  async run(context, input) {
    const bundle = await openBundle(context, input);
    await requireReady(context, bundle, { staleOk: input["stale-ok"] });
    const { load_max_lines: maxLines } = bundle.place.config;
    const loaded = loadContext(bundle.files, { fourOnly: input["four-only"], maxLines });
    bundle.files.save();
    const previousOf = (file: string) =>
      input.previous && path.posix.dirname(file) === BUNDLE
        ? readPrevious(bundle.folder, path.posix.basename(file))
        : null;
    return {
      responsibility_id: input.id,
      lines: loaded.lines,
      files: loaded.files.map((file) => ({ ...file, previous: previousOf(file.path) })),
      skipped: loaded.skipped.map((link) => ({ ...link })),
    };
  },
});
