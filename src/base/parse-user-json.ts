import { checkRecord, recordType } from "./check-record.ts";
import type { ErrorCode } from "./codes.ts";
import { HoldallError } from "./errors.ts";
import { createFindings, type Finding } from "./findings.ts";
import { JsonSyntaxError, parseJson } from "./json/parse.ts";
import { positionAt } from "./json/pointer.ts";
import type { Schema } from "./schema.ts";
import { withoutByteOrderMark } from "./text/byte-order-mark.ts";

/** A file of JSON that a person wrote, for messages. */
export interface UserJson {
  /** The name of the file, as it was typed. */
  readonly file: string;
  /** What is used of it, as in `the checks`. */
  readonly what: string;
  readonly cure: string;
  readonly code?: ErrorCode;
}

/** Parses JSON that a person wrote; a wrong one is refused with the line and what belongs there, all faults at once. */
export function parseUserJson<Value>(
  content: string,
  schema: Schema<Value>,
  { file, what, cure, code = "E_SHAPE" }: UserJson,
): Value {
  const refuse = (state: string, findings: readonly Finding[] = []) =>
    new HoldallError(code, `Cannot use ${what} of "${file}": ${state}`, { findings, cure });
  const text = withoutByteOrderMark(content);
  const value = parseOrNull(text);
  if (value === null) throw refuse(syntaxFault(text));
  const findings = createFindings("strict");
  findings.addSource(file, text);
  const record = recordType(schema, { unknownKeys: "forbidden", description: what });
  checkRecord(record, value.parsed, { file }, findings);
  const found = findings.list();
  const [first] = found;
  // The check has refused what the schema does not take.
  if (first === undefined) return record.schema.parse(value.parsed) as Value;
  throw refuse(describeFault(first), found.length === 1 ? [] : found);
}

function parseOrNull(text: string): { readonly parsed: unknown } | null {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return null; // Parsed again, to find the place.
  }
}

function syntaxFault(text: string): string {
  try {
    parseJson(text);
    return "it is not JSON";
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = positionAt(text, error.offset);
    return `it is not JSON: line ${line}, column ${column}: ${error.message}`;
  }
}

/** A finding on one line, with its place before it. */
export function describeFault({ line, pointer, message }: Finding): string {
  const place = [
    ...(line === null ? [] : [`line ${line}`]),
    ...(pointer === null || pointer === "" ? [] : [pointer.slice(1).replaceAll("/", ".")]),
  ];
  return place.length === 0 ? message : `${place.join(", ")}: ${message}`;
}
