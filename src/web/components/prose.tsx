import type { ComponentChildren } from "preact";
import { headOfDocument } from "../text/head-of-text.ts";
import type { TablePart } from "../text/parse-table.ts";
import {
  type DocumentPart,
  type DocumentStyle,
  type ListPart,
  splitDocument,
} from "../text/split-document.ts";
import { type InlinePart, splitInline, type TextPart } from "../text/split-text.ts";
import { CodeBlock } from "./code-block.tsx";
import { MoreButton } from "./more-button.tsx";
import { useFull } from "./use-full.ts";

const SHORT = { lines: 60, characters: 8_000 };

/**
 * A message, with its lists, tables, quotations and code. Nothing in a text can become a link, a picture or an
 * element of its own: a link is shown as its text and its target.
 */
export function Prose({ text }: { readonly text: string }) {
  return <MarkdownText text={text} keepsLines />;
}

/** A Markdown document of a bundle, in which lines end where an editor wrapped them. */
export function MarkdownDocument({ text }: { readonly text: string }) {
  return <MarkdownText text={text} keepsLines={false} />;
}

function MarkdownText({ text, keepsLines }: DocumentStyle & { readonly text: string }) {
  return (
    <LongText text={text}>
      {(shown) =>
        splitDocument(shown, { keepsLines }).map((part, at) => <PartView key={at} part={part} />)
      }
    </LongText>
  );
}

function PartView({ part }: { readonly part: DocumentPart }) {
  switch (part.kind) {
    case "list":
      return <List list={part} />;
    case "table":
      return <MarkdownTable table={part} />;
    case "quote":
      return (
        <blockquote dir="auto">
          <Inline text={part.text} />
        </blockquote>
      );
    default:
      return <TextPartView part={part} />;
  }
}

function MarkdownTable({ table: { head, rows } }: { readonly table: TablePart }) {
  return (
    <div class="scroll" role="group" aria-label="Table" tabIndex={0}>
      <table class="grid markdown-table">
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col" dir="auto">
                <Inline text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={at} dir="auto">
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
  const head = headOfDocument(text, SHORT);
  const [isFull, setFull] = useFull(text, head.text);
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

/** A text with its code, its strong words and the targets of its links marked. */
export function Inline({ text }: { readonly text: string }) {
  return <>{splitInline(text).map(inlineOf)}</>;
}

function inlineOf(part: InlinePart, at: number) {
  const { kind, text, target = "" } = part;
  if (kind === "code") return <code key={at}>{text}</code>;
  if (kind === "strong") {
    return (
      <strong key={at}>
        <Inline text={text} />
      </strong>
    );
  }
  if (kind === "emphasis") {
    return (
      <em key={at}>
        <Inline text={text} />
      </em>
    );
  }
  if (kind === "link") {
    return (
      <span key={at}>
        {text !== target && <>{text} </>}
        <span class="target">{target}</span>
      </span>
    );
  }
  return text;
}
