/**
 * What operations answer, derived from their declarations. The app runs in a browser and loads nothing of them:
 * `#operations` is known to the compiler alone, which reads the declarations of the built library here instead of
 * checking every operation once more: a new operation, or a new key, is known here after `npm run build`.
 */

import type { OperationName, OutputOf } from "#operations";
import type { Json } from "../base/json/value.ts";

/** A value as it arrives over HTTP: JSON has no undefined values. What may be any JSON stays that. */
type Sent<Value> = Json extends Value
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Exclude<Sent<Value[Key]>, undefined> }
    : Value;

/** The name of an operation that a screen can call. */
export type CalledName = OperationName;

/** What a screen gets from an operation, by its name. */
export type Answer<Name extends OperationName> = Sent<OutputOf<Name>>;
