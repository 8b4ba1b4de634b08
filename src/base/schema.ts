import type * as z from "zod";

/**
 * Any schema whose values have this type. Zod's own `ZodType` has some sixty methods, which the compiler compares
 * with those of each schema that is passed for one; this type has the value alone.
 */
export type Schema<Value = unknown> = z.core.$ZodType<Value>;

/** A schema by its value, with the methods that every schema of zod has; the compiler is not asked to compare them. */
export function asZodType<ValueSchema extends Schema>(
  schema: ValueSchema,
): z.ZodType<z.output<ValueSchema>> {
  return schema as unknown as z.ZodType<z.output<ValueSchema>>;
}
