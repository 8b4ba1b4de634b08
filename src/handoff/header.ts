import { oneLine, truncateEnd } from "../base/text/one-line.ts";
import type { TranscriptHeader } from "../model/transcript.ts";

const MAX_TITLE = 80;

/** What a session is, without secrets; its ids stay. */
export function redactHeader(
  header: TranscriptHeader,
  clean: (text: string) => string,
): TranscriptHeader {
  const { title, cwd, git_branch } = header;
  return {
    ...header,
    title: title && clean(title),
    cwd: cwd && clean(cwd),
    git_branch: git_branch && clean(git_branch),
  };
}

/** What the receiver's own list shows: the session's title, or how it began. */
export function sessionTitle({ title }: TranscriptHeader, firstRequest: string): string {
  const text = oneLine(title ?? firstRequest);
  return text === "" ? "Carried over" : truncateEnd(text, MAX_TITLE);
}
