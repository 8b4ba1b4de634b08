import { lineDiff } from "../base/text/line-diff.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { redactorFor } from "../runtime/redactor-for.ts";

/** A file of an agent's settings, with its text before (null without one) and after (null if it is removed). */
export interface ChangedText {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Describes a change as a unified diff without its secrets. */
export type DescribeChange = (change: ChangedText) => string;

/** Characters of a line that can be read beside others. */
const MAX_LINE = 200;

/** Creates what describes changes; secrets of one file are known in those after it. */
export function createChangeDescriber(context: OperationContext): DescribeChange {
  const redactor = redactorFor(context);
  return ({ file, before, after }) => {
    redactor.learn(before ?? "");
    return redactor.text(readableDiff(before ?? "", after ?? ""), file);
  };
}

/** Settings may be on one line, however long: then they are shown with a line for each part. */
function readableDiff(before: string, after: string): string {
  const diff = lineDiff(before, after);
  if (diff.split("\n").every((line) => line.length <= MAX_LINE)) return diff;
  const [broken, brokenAfter] = [before, after].map((text) =>
    text.replaceAll(/[{[,](?!\n)/g, "$&\n"),
  );
  return lineDiff(broken ?? "", brokenAfter ?? "");
}
