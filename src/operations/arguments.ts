import type * as z from "zod";
import type { Operation } from "./define-operation.ts";

/** How one input key of an operation is given by name or position. */
export interface Argument {
  readonly key: string;
  readonly kind: "flag" | "value" | "list";
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly description: string;
  /** The default as it would be typed; null when there is none. */
  readonly standard: string | null;
}

/** The arguments of an operation, read from its input schema: one declaration for all surfaces. */
export function argumentsOf(operation: Pick<Operation, "input">): readonly Argument[] {
  return Object.entries(operation.input.shape).map(([key, schema]) =>
    describe(key, schema as z.ZodType),
  );
}

function describe(key: string, schema: z.ZodType): Argument {
  let inner = schema;
  let required = true;
  let standard: string | null = null;
  let description = schema.description ?? "";
  for (;;) {
    description = description || (inner.description ?? "");
    const { def } = inner as unknown as {
      def: { type: string; innerType?: z.ZodType; defaultValue?: unknown };
    };
    if (def.type !== "optional" && def.type !== "default") break;
    required = false;
    if (def.type === "default" && def.defaultValue !== false) standard = String(def.defaultValue);
    if (!def.innerType) break;
    inner = def.innerType;
  }
  const { def } = inner as unknown as { def: { type: string; entries?: Record<string, string> } };
  const kind = def.type === "boolean" ? "flag" : def.type === "array" ? "list" : "value";
  const choices = def.type === "enum" ? Object.values(def.entries ?? {}) : [];
  return { key, kind, choices, required, description, standard };
}
