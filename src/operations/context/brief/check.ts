import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { loadTokenCounter } from "../../../base/tokens.ts";
import { checkBrief } from "../../../curator/brief/check.ts";
import { briefPath, taskId } from "../../../curator/disk/brief/brief-file.ts";
import { openBundle } from "../../../curator/disk/read/open-bundle.ts";
import { readPacks } from "../../../curator/pack/pack.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context brief check",
  summary: "Check a brief: its size, its goal, its principles, no raw text of a pack",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.brief_check", sets: ["context"] },
  positionals: ["id", "task"],
  examples: ["context brief check docs_cos release-1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    task: taskId.describe("Id of the task"),
    ...placeInput,
  }),
  output: () => z.object({ ok: z.boolean(), path: z.string(), faults: z.array(z.string()) }),
  async run(context, input) {
    const { files } = await openBundle(context, input);
    const path = briefPath(input.task);
    const text = files.read(path);
    if (text === null) {
      throw new HoldallError("E_NOT_FOUND", `Cannot find the brief "${path}"`, {
        cure: `build it with \`holdall context brief build ${input.id} ${input.task} --goal GOAL\``,
      });
    }
    const { count } = await loadTokenCounter("narrow_wide_v1");
    const faults = [...checkBrief(text, readPacks(files), count)];
    return { ok: faults.length === 0, path, faults };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
