import { useState } from "preact/hooks";
import { headOfText } from "../text/head-of-text.ts";
import { splitInline, splitText } from "../text/split-text.ts";
import { CodeBlock } from "./code-block.tsx";
import { MoreButton } from "./more-button.tsx";

const SHORT = { lines: 60, characters: 8_000 };

/**
 * A message as it was written, with its fenced blocks as code. No other mark-up is obeyed: nothing in a
 * text can become a link, a picture or an element.
 */
export function Prose({ text }: { readonly text: string }) {
  const [isFull, setFull] = useState(false);
  const head = headOfText(text, SHORT);
  return (
    <div class="prose">
      {splitText(isFull ? text : head.text).map((part, at) =>
        part.kind === "code" ? (
          <CodeBlock key={at} text={part.text} language={part.language} label="Code" />
        ) : (
          <p key={at} dir="auto" class={part.kind === "heading" ? "heading" : ""}>
            {splitInline(part.text).map(inlineOf)}
          </p>
        ),
      )}
      <MoreButton
        lines={head.moreLines}
        characters={head.moreCharacters}
        isFull={isFull}
        onClick={() => setFull(!isFull)}
      />
    </div>
  );
}

function inlineOf({ kind, text }: ReturnType<typeof splitInline>[number], at: number) {
  if (kind === "code") return <code key={at}>{text}</code>;
  if (kind === "strong") return <strong key={at}>{text}</strong>;
  return text;
}
