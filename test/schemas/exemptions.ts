import type { Json } from "../../src/base/json/value.ts";
import { partsOf } from "./sample-values.ts";

/** A difference between our check and the published schema that cannot be avoided. */
interface Exemption {
  readonly why: string;
  /** Records it is about, as `format/record`. */
  readonly records: readonly string[];
  /** Which of the two accepts the value. */
  readonly accepts: "schema" | "check";
  /** Whether a value on which the two differ is such a case. */
  fits(value: Json): boolean;
}

/** Every place where check and schema differ. */
export const exemptions: readonly Exemption[] = [
  {
    why: "a pattern cannot count the days of a month or the hours of a day",
    records: [
      "ai-context/front-matter",
      "ai-context/model-preferences",
      "ai-context/bundle-metadata",
    ],
    accepts: "schema",
    fits: (value) => textsOf(value).some(isImpossibleTime),
  },
  {
    why: 'zod passes over a key called "__proto__" in a map with free keys; it travels as plain data and is never used',
    records: ["ocf-kit/snapshot", "ocf-kit/lifecycle", "task-bundle/bundle"],
    accepts: "check",
    fits: hasProto,
  },
];

/** The exemption that explains a difference. */
export function exemptionFor(
  record: string,
  { value, ours }: { readonly value: Json; readonly ours: boolean },
): Exemption | undefined {
  const accepts = ours ? "check" : "schema";
  return exemptions.find(
    (each) => each.accepts === accepts && each.records.includes(record) && each.fits(value),
  );
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return partsOf(value).flatMap(textsOf);
}

function isImpossibleTime(text: string): boolean {
  const [, day, hour, minute, second = "00"] =
    /(?:^|@)(\d{4}-\d\d-\d\d)T(\d\d)[:-](\d\d)(?:[:-](\d\d)(?:\.\d+)?)?Z$/.exec(text) ?? [];
  if (day === undefined) return false;
  const time = new Date(`${day}T${hour}:${minute}:${second === "60" ? "59" : second}Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day);
}

function hasProto(value: Json): boolean {
  const isObject = typeof value === "object" && value !== null;
  return (isObject && Object.hasOwn(value, "__proto__")) || partsOf(value).some(hasProto);
}
