/**
 * Removes a proposal. It deletes only what is certainly a bundle that `dream` wrote, with nothing
 * else in it.
 */

import fs from "node:fs";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { findForeignPath } from "../../bundles/find-foreign-path.ts";
import { dreamInput, readDream } from "../../state/disk/kit/read-dream.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "dream discard",
  summary: "Remove a proposal that `dream` wrote",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it deletes files", http: "it deletes files" },
  positionals: ["path"],
  examples: ["dream discard ./a-dream"],
  input: z.object({ ...dreamInput }),
  output: () => z.object({ path: z.string(), discarded: z.boolean() }),
  async run(context, input) {
    const reading = await readDream(context, input, "discard");
    const foreign = reading.container === "archive" ? null : await findForeignPath(reading);
    if (foreign !== null || fs.lstatSync(reading.absolute).isSymbolicLink()) {
      const state = foreign === null ? "it is a link" : `it contains "${excerpt(foreign)}"`;
      throw new HoldallError("E_PROTECTED", `Cannot discard "${reading.absolute}": ${state}`, {
        cure: "remove it by hand",
      });
    }
    fs.rmSync(reading.absolute, { recursive: true });
    return { path: reading.absolute, discarded: true };
  },
});
