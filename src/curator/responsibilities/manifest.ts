import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { id, text } from "../tables/values.ts";

const names = z.array(text(200)).max(1000).default([]);

const manifestSchema = z.looseObject({
  version: z.union([text(64), z.number()]),
  responsibility_id: id,
  intent_tags: names,
  mandates: z
    .array(z.union([text(200), z.looseObject({ id: text(200) })]))
    .max(1000)
    .default([]),
  tools: z
    .array(
      z.looseObject({
        name: text(200),
        resource: text(1024).nullish(),
        guardrail_clause: text(200).nullish(),
      }),
    )
    .max(1000)
    .default([]),
  dependencies: names,
  model_preferences_file: text(1024).nullish(),
});

/**
 * What the registry keeps of `manifest.json`: its hash, and what a search looks for. A manifest of another
 * responsibility is refused.
 */
export function readManifest(content: string, responsibility_id: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw new HoldallError("E_JSON", "Cannot read manifest.json: it is not valid JSON", { cause });
  }
  const parsed = manifestSchema.safeParse(value);
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success) {
    const where = issue?.path.map(String).join(".") ?? "";
    throw new HoldallError("E_SHAPE", `Cannot use manifest.json: ${where} ${issue?.message}`);
  }
  const { data } = parsed;
  if (data.responsibility_id !== responsibility_id) {
    throw new HoldallError(
      "E_SHAPE",
      `Cannot use manifest.json: it is of "${data.responsibility_id}", not of "${responsibility_id}"`,
    );
  }
  return {
    manifest_sha256: sha256(content),
    intent_tags: data.intent_tags,
    mandates: data.mandates.map((mandate) => (typeof mandate === "string" ? mandate : mandate.id)),
    tools: data.tools.map(({ name }) => name),
    dependencies: data.dependencies,
  };
}
