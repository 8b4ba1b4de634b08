import { assignment } from "./assignment.ts";
import { declaration } from "./declaration.ts";
import { fallback } from "./fallback.ts";
import { list } from "./list.ts";
import { markup } from "./markup.ts";
import type { Notation } from "./notation.ts";
import { option } from "./option.ts";
import { sentence } from "./sentence.ts";
import { setter } from "./setter.ts";
import { wrapped } from "./wrapped.ts";

/** Every way to write a value for a name, in the order in which they are tried; the first that fits is it. */
export const notations: readonly Notation[] = [
  option,
  declaration,
  fallback,
  wrapped,
  setter,
  assignment,
  markup,
  list,
  sentence,
];
