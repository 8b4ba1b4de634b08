/** A part of a message: a paragraph, a heading, or a block of code with its language. */
export interface TextPart {
  readonly kind: "prose" | "heading" | "code";
  readonly text: string;
  readonly language: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})[^`\n]*$/;

const HEADING = /^#{1,6} +(.{1,200})$/;

/**
 * Splits a message at its fenced blocks, headings and empty lines. A fence that is never closed reaches to
 * the end.
 */
export function splitText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let kept: string[] = [];
  let fence: { readonly mark: string; readonly language: string } | null = null;
  const close = (kind: TextPart["kind"], language: string) => {
    const joined = kept.join("\n");
    if (kind === "code" || joined.trim() !== "") parts.push({ kind, text: joined, language });
    kept = [];
  };
  for (const line of text.split("\n")) {
    const found = line.length > 200 ? null : FENCE.exec(line);
    if (fence === null && found !== null) {
      close("prose", "");
      fence = { mark: found[1] ?? "", language: (found[2] ?? "").toLowerCase() };
    } else if (fence !== null && isClosing(line, fence.mark)) {
      close("code", fence.language);
      fence = null;
    } else if (fence === null && (line.trim() === "" || HEADING.test(line))) {
      close("prose", "");
      const heading = HEADING.exec(line)?.[1];
      if (heading !== undefined) parts.push({ kind: "heading", text: heading, language: "" });
    } else kept.push(line);
  }
  close(fence === null ? "prose" : "code", fence?.language ?? "");
  return parts;
}

function isClosing(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return trimmed.startsWith(mark) && trimmed === mark.charAt(0).repeat(trimmed.length);
}

/** A piece of a line: plain, `code` or **strong**. */
export interface InlinePart {
  readonly kind: "plain" | "code" | "strong";
  readonly text: string;
}

const INLINE = /`([^`\n]{1,400})`|\*\*([^*\n]{1,400})\*\*/g;

/** The marks inside prose that are shown; everything else stays as it was written. */
export function splitInline(text: string): readonly InlinePart[] {
  const parts: InlinePart[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > from) parts.push({ kind: "plain", text: text.slice(from, found.index) });
    const [all, code, strong] = found;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else parts.push({ kind: "strong", text: strong ?? "" });
    from = found.index + all.length;
  }
  if (from < text.length) parts.push({ kind: "plain", text: text.slice(from) });
  return parts;
}
