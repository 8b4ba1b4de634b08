import type { Written } from "../read-value.ts";

/** A name that indicates a secret, and its place in a text. */
export interface NamePlace {
  /** The name, with what belongs to it: `api_key` for "API key". */
  readonly name: string;
  readonly start: number;
  /** Where the characters of the name end. */
  readonly end: number;
}

/** A way to write a value for a name. */
export interface Notation {
  readonly name: string;
  /** The value for the name; null when the place is not written so; "no value" when it is and has none. */
  read(text: string, place: NamePlace): Written | "no value" | null;
}
