/**
 * Converts a bundle on disk. The steps are in `bundles/convert/`; this file orders them: read,
 * convert, compare the loss with what is allowed, check the result with its own reader, and only
 * then write.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import { convertBundle } from "../../bundles/convert/convert.ts";
import { requireMaxLoss, selfCheck } from "../../bundles/convert/self-check.ts";
import { resolveFormatName } from "../../bundles/detect.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { writeBundle } from "../../bundles/disk/write-bundle.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { loadFormat } from "../../formats/registry.ts";
import { integer } from "../../runtime/integer.ts";
import { findingSchema, lossSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "convert",
  summary: "Convert a bundle to another format and report what was lost",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "bundle.convert", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "to", output: "out" },
  examples: [
    "convert ./wc --to ocf --out ./bundle.ocf",
    "convert kit.tar.gz --to working-context --out wc.tar.gz --max-loss changed",
  ],
  input: z.object({
    path: z
      .string()
      .describe("Folder, .tar.gz, JSON file or address (see push)")
      .meta({ path: true, address: true }),
    to: z
      .string()
      .describe("Format to convert to")
      .meta({ placeholder: "FORMAT", completes: "format" }),
    out: z
      .string()
      .describe("Folder, or FILE.tar.gz, or FILE.json for a single-file bundle")
      .meta({ path: "output" }),
    "max-loss": z
      .enum(["none", "changed", "any"])
      .default("any")
      .describe("Refuse a conversion that loses more than this"),
    budget: integer(1).optional().describe("Token budget of the result"),
    force: z.boolean().default(false).describe("Replace a bundle at --out").meta({ by: "person" }),
    ...readingInput,
  }),
  output: () =>
    z.object({
      secrets: keptSchema(),
      from: z.string(),
      to: z.string(),
      out: z.string(),
      loss: lossSchema(),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const target = await loadFormat(resolveFormatName(input.to));
    if (input.budget !== undefined && !target.state?.hasBudget) {
      throw new HoldallError("E_USAGE", `Cannot use --budget: ${target.name} has no budget`);
    }
    const reading = await readPath(context, input.path, input, {
      profile: "lenient",
      level: "full",
    });
    requireValid(reading, `convert "${input.path}"`);
    const options = { force: input.force, source: reading.absolute, limit: input.limit };
    const output = await guardOutput(context, input.out, options);
    const counter = await loadTokenCounter("o200k_base");
    const conversion = await convertBundle(reading, target, {
      budget: input.budget ?? null,
      countTokens: (text) => counter.count(text),
    });
    requireMaxLoss(conversion.loss, input["max-loss"]);
    const { limits } = reading;
    const checked = await selfCheck(conversion, target, {
      limits,
      withSums: reading.summed !== null,
      now: context.now(),
    });
    await writeBundle(checked, target, { ...output, limits });
    return {
      secrets: SECRETS_KEPT,
      from: reading.format.name,
      to: target.name,
      out: output.absolute,
      loss: conversion.loss,
      findings: [...reading.findings.list()],
    };
  },
});
