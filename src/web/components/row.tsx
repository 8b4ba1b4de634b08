import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { formatCount } from "../../base/text/format-count.ts";
import type { Row, ToolData } from "../page.ts";
import { askedQuestion } from "../text/asked-question.ts";
import { formatMoment } from "../text/format-time.ts";
import { languageOf } from "../text/head-of-text.ts";
import { writerOf } from "../text/message-writer.ts";
import { rowAddress, rowName } from "../text/row-address.ts";
import { CodeBlock } from "./code-block.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Diff } from "./diff.tsx";
import { Edit } from "./edit.tsx";
import { Prose } from "./prose.tsx";
import { IsStatic } from "./static-context.ts";

/** A row and whether it is unfolded. */
interface RowProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

const NAMES = {
  assistant: "Assistant",
  thinking: "Thinking",
  tool: "Tool",
  summary: "Compaction",
  file: "File",
  error: "Error",
  context: "System context",
} as const satisfies Record<Exclude<Row["kind"], "user">, string>;

function nameOf(row: Row): string {
  return row.kind === "user" ? writerOf(row) : NAMES[row.kind];
}

/** What a row looks like. The text of a command or skill is context that the agent added. */
function lookOf({ kind, sender }: Row): Row["kind"] | "other" {
  if (kind !== "user" || sender === undefined) return kind;
  return sender === "prompt" ? "context" : "other";
}

const OPEN: ReadonlySet<string> = new Set(["user", "other", "assistant", "error"]);

/** One item of a conversation. Messages are open; everything else is one line until asked for. */
export function RowView(props: RowProps) {
  const { row } = props;
  const look = lookOf(row);
  return (
    <div class={`row by-${look}${row.group === undefined ? "" : " inside"}`}>
      {OPEN.has(look) ? <Message row={row} /> : <Folded {...props} />}
    </div>
  );
}

function Message({ row }: { readonly row: Row }) {
  return (
    <>
      <div class="who">
        <h2>{nameOf(row)}</h2>
        <RowNumber row={row}>
          <CopyButton text={() => row.text} label={`Copy the text of ${rowName(row)}`}>
            Copy
          </CopyButton>
          <CopyButton text={() => addressOf(row)} label={`Link to ${rowName(row)}`}>
            Link
          </CopyButton>
        </RowNumber>
      </div>
      <Prose text={row.text} />
      <Images row={row} />
    </>
  );
}

/** Pictures that the records contain; nothing is loaded for them. */
function Images({ row }: { readonly row: Row }) {
  const { images = [] } = row;
  const shown = images.filter(({ source }) => source.startsWith("data:image/"));
  if (shown.length === 0) return null;
  return (
    <p class="row-images">
      {shown.map(({ source }, at) => (
        <img
          key={at}
          src={source}
          alt={`Attachment ${at + 1} of ${rowName(row)}`}
          decoding="async"
        />
      ))}
    </p>
  );
}

function addressOf(row: Row): string {
  return `${location.href.split("#")[0]}${rowAddress(row)}`;
}

interface RowNumberProps {
  readonly row: Row;
  readonly children?: ComponentChildren;
}

/** The number of an item, as `holdall show` has it, which is also its address on the page, and its time; the date is above. */
function RowNumber({ row, children }: RowNumberProps) {
  return (
    <span class="when">
      {children}
      {row.place !== undefined && (
        <a href={rowAddress(row)} aria-label={`Item ${row.place}`}>
          #{row.place}
        </a>
      )}
      {row.at !== null && (
        <time dateTime={row.at} title={`${formatMoment(row.at)} UTC`}>
          {row.at.slice(11, 16)}
        </time>
      )}
    </span>
  );
}

function Folded({ row, isOpen, onToggle }: RowProps) {
  const isStatic = useContext(IsStatic);
  return (
    <>
      <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary>
          <bdi class="name">{row.tool?.name ?? nameOf(row)}</bdi>
          <span class="main" dir="auto">
            {firstLine(row)}
          </span>
          {outcomeOf(row.tool)}
        </summary>
        {(isOpen || isStatic) && <Contents row={row} />}
      </details>
      <RowNumber row={row} />
      <Answer row={row} />
    </>
  );
}

/** What a tool asked and the user answered: words of the conversation, which stay in view. */
function Answer({ row: { text, tool } }: { readonly row: Row }) {
  if (tool?.answer === undefined) return null;
  const question = askedQuestion(text, tool.answer);
  return (
    <div class="answer">
      {question !== null && <p dir="auto">{question}</p>}
      <p dir="auto">
        <span class="unseen">Answer of the user: </span>
        <span aria-hidden="true">→ </span>
        {tool.answer}
      </p>
    </div>
  );
}

function firstLine({ kind, text, tool }: Row): string {
  if (tool?.answer !== undefined) return "";
  if (kind === "summary") return "Everything before this was replaced by a summary";
  return text.slice(0, 300).trim().split("\n", 1)[0] ?? "";
}

function outcomeOf(tool: ToolData | undefined) {
  if (tool === undefined) return null;
  if (tool.ok === null) return <span class="outcome">no result</span>;
  if (!tool.ok) return <span class="outcome bad">failed</span>;
  if (tool.answer !== undefined) return <span class="outcome">answered</span>;
  const { length } = (tool.output ?? "").trimEnd().split("\n");
  return <span class="outcome">{tool.output ? formatCount(length, "line") : "empty"}</span>;
}

function Contents({ row }: { readonly row: Row }) {
  const { tool, diff } = row;
  if (diff !== undefined) return <Diff text={diff} />;
  if (row.kind === "context") return <CodeBlock text={row.text} label="System context" />;
  if (tool === undefined) return <Prose text={row.text} />;
  return (
    <>
      {tool.edit === undefined ? (
        <CodeBlock
          text={tool.input}
          language={inputLanguage(tool)}
          label={`Input of ${tool.name}`}
        />
      ) : (
        <Edit edit={tool.edit} />
      )}
      {tool.output === null ? (
        <p class="quiet">No result was recorded.</p>
      ) : (
        <CodeBlock
          text={tool.output}
          language={outputLanguage(row)}
          label={`Result of ${tool.name}`}
        />
      )}
      <Images row={row} />
    </>
  );
}

function inputLanguage({ input }: ToolData): string {
  return input.startsWith("{") || input.startsWith("[") ? "json" : "bash";
}

/** A tool that names one file most often returns its content; one that edits it returns a message. */
function outputLanguage({ text, tool }: Row): string {
  if (tool?.edit !== undefined) return "";
  return /^[^\s]{1,200}$/.test(text) ? languageOf(text) : "";
}
