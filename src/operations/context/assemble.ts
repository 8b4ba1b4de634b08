import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import { loadText } from "../../curator/assemble/load.ts";
import type { Layer } from "../../curator/assemble/prompt.ts";
import { renderPrompt, sourceOf } from "../../curator/assemble/prompt.ts";
import { taskId } from "../../curator/disk/brief/brief-file.ts";
import {
  logDensity,
  readBrief,
  refuseRawPacks,
  strongLayers,
} from "../../curator/disk/brief/prompt-layers.ts";
import { openReady } from "../../curator/disk/mandates/open-ready.ts";
import { parseMarkdown, textOf } from "../../curator/files/markdown.ts";
import { BUNDLE } from "../../curator/workspace/layout.ts";
import { readSmallFile } from "../../disk/small-file.ts";
import { promptFiles } from "../../model/ai-context/context-file.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

const TASK = { what: "task", maxBytes: 1024 * 1024 };

export default defineOperation({
  name: "context assemble",
  summary: "Build the prompt of a task: guardrails, identity, brief, memory, task",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.assemble", sets: ["context"] },
  positionals: ["id"],
  examples: ["context assemble docs_cos --task task.md --brief release-1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    task: z.string().describe("File with the text of the task").meta({ path: true }),
    brief: taskId.optional().describe("Brief of the task, by its id"),
    goal: z.string().min(1).max(1000).optional().describe("Goal, where there is no brief"),
    pack: z.array(z.string()).default([]).describe("Packs that the task needs; they need a brief"),
    frozen: z
      .boolean()
      .default(false)
      .describe("Refuse files that are not up to date instead of refreshing them"),
    "ack-density": z
      .boolean()
      .default(false)
      .describe("Use a brief although its sources are dense (with --by)")
      .meta({ by: "person" }),
    by: z.string().min(1).max(128).optional().describe("Who acknowledges").meta({ by: "person" }),
    ...placeInput,
  }),
  output: () =>
    z.object({
      responsibility_id: z.string(),
      tokens: z.number(),
      layers: z.array(
        z.object({
          name: z.string(),
          tokens: z.number(),
          sources: z.array(z.object({ path: z.string(), sha256: z.string() })),
        }),
      ),
      skipped: z.array(z.object({ link: z.string(), reason: z.string() })),
      warnings: z.array(z.string()),
      prompt: z.string(),
    }),
  async run(context, input) {
    const task = readSmallFile(context.cwd, input.task, TASK).text;
    const { bundle, snapshot } = await openReady(context, input);
    const { files, at } = bundle;
    const { layers: strong, warnings } = strongLayers(files, at);
    const brief = readBrief(files, input);
    const level =
      brief === null ? null : textOf(parseMarkdown(brief.front).frontMatter, "density_level");
    if (level === "dense" && !(input["ack-density"] && input.by !== undefined)) {
      throw new HoldallError(
        "E_BRIEF",
        `Cannot assemble "${input.id}": the sources of its brief are dense`,
        {
          cure: "use fewer packs, or add --ack-density --by YOU",
        },
      );
    }
    const without = ["Guardrails", "Persona voice"];
    const loaded = loadText(snapshot, { with: [], task: null, withLinks: false, without });
    const goal = input.goal ?? task.trim().split("\n")[0] ?? "";
    const third: Layer =
      brief === null
        ? { name: "brief", sources: [], text: goal }
        : { name: "brief", sources: [brief.source], text: brief.text };
    const layers: readonly Layer[] = [
      ...strong,
      third,
      {
        name: "memory",
        sources: promptFiles.map((stem) => {
          const path = `${BUNDLE}/${stem}.md`;
          return { path, sha256: files.facts(path).sha256 };
        }),
        text: loaded.text,
      },
      { name: "task", sources: [sourceOf(input.task, task)], text: task },
    ];
    const { prompt, removed } = renderPrompt(layers);
    const { count } = await loadTokenCounter("narrow_wide_v1");
    refuseRawPacks(files, `${third.text}\n${loaded.text}\n${task}`, count, input.id);
    if (level === "dense") await logDensity(context, input);
    files.save();
    return {
      responsibility_id: input.id,
      tokens: count(prompt),
      layers: layers.map(({ name, sources, text }) => ({
        name,
        tokens: count(text),
        sources: [...sources],
      })),
      skipped: loaded.skipped.map((link) => ({ ...link })),
      warnings: [...warnings, ...(removed === 0 ? [] : ["hidden_text_removed"])],
      prompt,
    };
  },
});
