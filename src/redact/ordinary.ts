import { isExample } from "./examples.ts";
import { isCode, isPlace, isPlaceholder, isSelfDescribing, isWordy } from "./value-kinds.ts";

/** Whether a value is plainly no secret, wherever it is: an example, a variable, a path, an expression, words. */
export function isOrdinary(value: string): boolean {
  return (
    isPlaceholder(value) ||
    isPlace(value) ||
    isCode(value) ||
    isWordy(value) ||
    isExample(value) ||
    isSelfDescribing(value)
  );
}
