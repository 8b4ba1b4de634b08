/** The beginning of a text, and how much there is besides. */
export interface TextHead {
  readonly text: string;
  readonly moreLines: number;
  readonly moreCharacters: number;
}

/** Lines and characters that a long text shows before it is opened. */
export interface HeadLimits {
  readonly lines: number;
  readonly characters: number;
}

/** Cuts a long text, at the end of a line where there is one. */
export function headOfText(text: string, { lines, characters }: HeadLimits): TextHead {
  let end = 0;
  for (let line = 0; line < lines && end <= characters; line++) {
    const next = text.indexOf("\n", end);
    if (next === -1) {
      end = text.length + 1;
      break;
    }
    end = next + 1;
  }
  const cut = Math.min(end - 1, characters, text.length);
  const rest = text.slice(cut).trimEnd();
  if (rest === "") return { text, moreLines: 0, moreCharacters: 0 };
  return {
    text: text.slice(0, cut),
    moreLines: rest.split("\n").length - (rest.startsWith("\n") ? 1 : 0),
    moreCharacters: rest.length,
  };
}

/** The beginning of a Markdown text: a heading whose text would be cut away goes with it. */
export function headOfDocument(text: string, limits: HeadLimits): TextHead {
  const head = headOfText(text, limits);
  if (head.moreCharacters === 0) return head;
  let kept = head.text.trimEnd();
  for (let at = lastLineOf(kept); at > 0 && HEADING.test(kept.slice(at)); at = lastLineOf(kept)) {
    kept = kept.slice(0, at).trimEnd();
  }
  if (kept.length === head.text.trimEnd().length) return head;
  const rest = text.slice(kept.length).trim();
  return { text: kept, moreLines: rest.split("\n").length, moreCharacters: rest.length };
}

const HEADING = /^#{1,6} /;

function lastLineOf(text: string): number {
  return text.lastIndexOf("\n") + 1;
}

/** The file name's ending or a language's name as one that can be highlighted; "" if there is none. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
}
