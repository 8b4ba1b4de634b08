import { sha256 } from "../../base/hash.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";

/**
 * The identity of a task: SHA-256 of its text without what editors change, which is a byte-order mark,
 * line ends, trailing spaces and blank lines at the end.
 */
export function taskHashOf(task: string): string {
  const lines = withoutByteOrderMark(task).normalize("NFC").split(/\r?\n/);
  return sha256(
    `${lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd()}\n`,
  );
}
