import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { headOfDocument } from "../text/head-of-text.ts";
import { type ListPart, splitDocument } from "../text/split-document.ts";
import { splitInline, splitText, type TextPart } from "../text/split-text.ts";
import { CodeBlock } from "./code-block.tsx";
import { MoreButton } from "./more-button.tsx";

const SHORT = { lines: 60, characters: 8_000 };

/**
 * A message as it was written, with its fenced blocks as code. No other mark-up is obeyed: nothing in a
 * text can become a link, a picture or an element.
 */
export function Prose({ text }: { readonly text: string }) {
  return (
    <LongText text={text}>
      {(shown) => splitText(shown).map((part, at) => <TextPartView key={at} part={part} />)}
    </LongText>
  );
}

/**
 * A Markdown document of a bundle: paragraphs, headings, lists and code. As in a message, nothing in it can
 * become a link, a picture or an element of its own.
 */
export function MarkdownDocument({ text }: { readonly text: string }) {
  return (
    <LongText text={text}>
      {(shown) =>
        splitDocument(shown).map((part, at) =>
          part.kind === "list" ? (
            <List key={at} list={part} />
          ) : (
            <TextPartView key={at} part={part} />
          ),
        )
      }
    </LongText>
  );
}

function List({ list: { start, items } }: { readonly list: ListPart }) {
  const children = items.map(({ text, lists }, at) => (
    <li key={at} dir="auto">
      <Inline text={text} />
      {lists.map((list, inner) => (
        <List key={inner} list={list} />
      ))}
    </li>
  ));
  return start === null ? <ul>{children}</ul> : <ol start={start}>{children}</ol>;
}

interface LongTextProps {
  readonly text: string;
  /** Renders as much of the text as is shown. */
  readonly children: (shown: string) => ComponentChildren;
}

/** A text of which the beginning is shown until the rest is asked for. */
function LongText({ text, children }: LongTextProps) {
  const [isFull, setFull] = useState(false);
  const head = headOfDocument(text, SHORT);
  return (
    <div class="prose">
      {children(isFull ? text : head.text)}
      <MoreButton
        lines={head.moreLines}
        characters={head.moreCharacters}
        isFull={isFull}
        onClick={() => setFull(!isFull)}
      />
    </div>
  );
}

/** A paragraph, a heading or a block of code. */
function TextPartView({ part }: { readonly part: TextPart }) {
  const { kind, text, language } = part;
  if (kind === "code") return <CodeBlock text={text} language={language} label="Code" />;
  return (
    <p dir="auto" class={kind === "heading" ? "heading" : ""}>
      <Inline text={text} />
    </p>
  );
}

/** A text with its code and its strong words marked. */
export function Inline({ text }: { readonly text: string }) {
  return <>{splitInline(text).map(inlineOf)}</>;
}

function inlineOf({ kind, text }: ReturnType<typeof splitInline>[number], at: number) {
  if (kind === "code") return <code key={at}>{text}</code>;
  if (kind === "strong") return <strong key={at}>{text}</strong>;
  return text;
}
