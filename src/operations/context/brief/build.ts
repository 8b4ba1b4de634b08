import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { sha256 } from "../../../base/hash.ts";
import { loadTokenCounter } from "../../../base/tokens.ts";
import { buildBrief } from "../../../curator/brief/build.ts";
import { findRawPack } from "../../../curator/brief/check.ts";
import { BriefFault } from "../../../curator/brief/fault.ts";
import { briefPath, taskId } from "../../../curator/disk/brief/brief-file.ts";
import {
  briefText,
  logged,
  logShort,
  readMandate,
  TOKENIZER,
} from "../../../curator/disk/brief/write-brief.ts";
import { openBundle } from "../../../curator/disk/read/open-bundle.ts";
import { checkIdentity, identityPath } from "../../../curator/identity/identity.ts";
import { readPacks } from "../../../curator/pack/pack.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { replaceOwnFile } from "../../../disk/replace-text-file.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context brief build",
  summary: "Build the brief of a task from context packs, without a model",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.brief_build", sets: ["context"] },
  positionals: ["id", "task"],
  examples: ['context brief build docs_cos release-1 --goal "Write the release notes of 1.4"'],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    task: taskId.describe("Id of the task"),
    goal: z.string().min(1).max(1000).describe("Goal of the task, in one line"),
    mandate: responsibilityId.optional().describe("Mandate that the task belongs to"),
    pack: z
      .array(responsibilityId)
      .default([])
      .describe("Use these packs (default: those that match)"),
    "allow-short": z
      .boolean()
      .default(false)
      .describe("Accept a brief of fewer than 500 tokens (with --by)")
      .meta({ by: "person" }),
    by: z.string().min(1).max(128).optional().describe("Who accepts it").meta({ by: "person" }),
    ...placeInput,
  }),
  output: () =>
    z.object({
      responsibility_id: z.string(),
      path: z.string(),
      tokens: z.number(),
      principles: z.number(),
      packs: z.array(z.string()),
      density_tokens: z.number(),
      density_level: z.enum(["ok", "elevated", "dense"]),
      rejected: z.array(
        z.object({ file: z.string(), section: z.string(), text: z.string(), reason: z.string() }),
      ),
      warnings: z.array(z.string()),
      sha256: z.string(),
    }),
  async run(context, input) {
    const { files, root, at } = await openBundle(context, input);
    const { count } = await loadTokenCounter(TOKENIZER);
    const packs = readPacks(files);
    const missing = input.pack.filter((name) => packs.every(({ id }) => id !== name));
    if (missing.length > 0) {
      throw new HoldallError(
        "E_NOT_FOUND",
        `Cannot use the pack "${missing[0]}": it is missing or damaged`,
        {
          cure: "see `holdall context pack lint`",
        },
      );
    }
    const mandate = input.mandate === undefined ? null : readMandate(files, input.mandate);
    const texts = {
      identity: files.read(identityPath(files)),
      persona: files.read("persona.md"),
      guardrails: files.read("guardrails.md"),
    };
    const allowShort = input["allow-short"] && input.by !== undefined;
    const brief = await logged(context, input, () => {
      const built = buildBrief({
        ...texts,
        goal: input.goal,
        mandate,
        packs,
        named: input.pack,
        allowShort,
        count,
      });
      const raw = findRawPack(built.body, packs, count);
      if (raw.length > 0) throw new BriefFault("raw_pack", `it contains ${raw.join(", ")}`);
      return built;
    });
    const identity = checkIdentity(files, at);
    const text = briefText(brief, { ...input, at, texts });
    replaceOwnFile(pathInside(root, briefPath(input.task)), text);
    if (brief.isShort) await logShort(context, input, brief);
    return {
      responsibility_id: input.id,
      path: briefPath(input.task),
      tokens: brief.tokens,
      principles: brief.principles,
      packs: [...brief.packs],
      density_tokens: brief.density,
      density_level: brief.level,
      rejected: brief.rejected.map((unit) => ({ ...unit })),
      warnings: [
        ...(brief.rejected.some(({ reason }) => reason === "overrides_the_stack")
          ? ["rejected_units"]
          : []),
        ...(brief.level === "ok" ? [] : [`density_${brief.level}`]),
        ...(identity.isUsable && !identity.isLegacy ? [] : ["identity_not_signed"]),
      ],
      sha256: sha256(text),
    };
  },
});
