import type * as z from "zod";

/**
 * Any schema whose values have this type. Zod's own `ZodType` has some sixty methods, which the compiler compares
 * with those of each schema that is passed for one; this type has the value alone.
 */
export type Schema<Value = unknown> = z.core.$ZodType<Value>;
