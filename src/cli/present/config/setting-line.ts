import { printable } from "../../../base/text/text.ts";

/** A setting on one line. */
export function settingLine({
  key,
  value,
  is_set,
}: {
  readonly key: string;
  readonly value: unknown;
  readonly is_set: boolean;
}): string {
  const shown = value === null ? "(not set)" : JSON.stringify(value);
  return printable(`${key} = ${shown}${is_set || value === null ? "" : "  (default)"}`);
}
