/** A part of a message: a paragraph, a heading, or a block of code with its language. */
export interface TextPart {
  readonly kind: "prose" | "heading" | "code";
  readonly text: string;
  readonly language: string;
}

const FENCE = /^ {0,12}(`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})[^`\n]*$/;

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

/** A piece of a line: plain, `code`, **strong**, *emphasis*, or a link, which stays text with its target. */
export interface InlinePart {
  readonly kind: "plain" | "code" | "strong" | "emphasis" | "link";
  readonly text: string;
  /** Where a link would lead. */
  readonly target?: string;
}

const INLINE =
  /`([^`\n]{1,400})`|\*\*([^*\n]{1,400})\*\*|(?<![\w*])\*([^*\s][^*\n]{0,400})\*(?![\w*])|!?\[([^[\]\n]{1,400})\]\(([^()\s]{1,2000})\)/g;

/** The marks inside prose that are shown; everything else stays as it was written. */
export function splitInline(text: string): readonly InlinePart[] {
  const parts: InlinePart[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > from) parts.push({ kind: "plain", text: text.slice(from, found.index) });
    parts.push(inlinePart(found));
    const [all] = found;
    from = found.index + all.length;
  }
  if (from < text.length) parts.push({ kind: "plain", text: text.slice(from) });
  return parts;
}

function inlinePart([, code, strong, emphasis, label, target]: RegExpExecArray): InlinePart {
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", text: strong };
  if (emphasis !== undefined) return { kind: "emphasis", text: emphasis };
  return { kind: "link", text: label ?? "", target: target ?? "" };
}
