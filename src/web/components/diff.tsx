import { diffWordsWithSpace } from "diff";
import { useState } from "preact/hooks";
import { type DiffLine, type FileDiff, parseDiff } from "../text/parse-diff.ts";
import { MoreButton } from "./more-button.tsx";

const MAX_LINES = 400;
/** Words of longer lines are not compared: the marks would be noise, and the comparison slow. */
const MAX_COMPARED_LENGTH = 400;

/** A unified diff, file by file, with line numbers and the changed words marked. */
export function Diff({ text }: { readonly text: string }) {
  return (
    <>
      {parseDiff(text).map((file, at) => (
        <FileChanges key={at} file={file} />
      ))}
    </>
  );
}

/** The changes of one file. */
export function FileChanges({ file }: { readonly file: FileDiff }) {
  const [isFull, setFull] = useState(false);
  const shown = isFull ? file.lines : file.lines.slice(0, MAX_LINES);
  const more = file.lines.length - shown.length;
  return (
    <figure class="diff">
      <figcaption>
        {file.path !== "" && <bdi class="path">{file.path}</bdi>}
        <ChangeCount added={file.added} removed={file.removed} />
      </figcaption>
      <div
        class="lines"
        role="group"
        aria-label={`Changes of ${file.path || "a file"}`}
        tabIndex={0}
      >
        <table>
          <tbody>{withWords(shown).map(lineRow)}</tbody>
        </table>
      </div>
      <MoreButton lines={more} characters={more} isFull={isFull} onClick={() => setFull(true)} />
    </figure>
  );
}

/** How many lines were added and removed. */
function ChangeCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="count">
      <span class="good">+{added}</span> <span class="bad">−{removed}</span>
    </span>
  );
}

interface Word {
  readonly text: string;
  readonly isChanged: boolean;
}

type WordedLine = DiffLine & { readonly words?: readonly Word[] };

/** Marks the words that differ where one removed line is replaced by one added line. */
function withWords(lines: readonly DiffLine[]): readonly WordedLine[] {
  return lines.map((line, at) => {
    const before = lines[at - 1];
    const next = lines[at + 1];
    const after = lines[at + 2];
    if (line.kind === "remove" && next?.kind === "add" && before?.kind !== "remove") {
      return after?.kind === "add" ? line : { ...line, ...wordsOf(line, next, "removed") };
    }
    const earlier = lines[at - 2];
    if (line.kind === "add" && before?.kind === "remove" && next?.kind !== "add") {
      return earlier?.kind === "remove" ? line : { ...line, ...wordsOf(before, line, "added") };
    }
    return line;
  });
}

function wordsOf(
  removed: DiffLine,
  added: DiffLine,
  side: "added" | "removed",
): { readonly words?: readonly Word[] } {
  if (removed.text.length + added.text.length > MAX_COMPARED_LENGTH) return {};
  const other = side === "added" ? "removed" : "added";
  const parts = diffWordsWithSpace(removed.text, added.text).filter((part) => !part[other]);
  return { words: parts.map((part) => ({ text: part.value, isChanged: part[side] === true })) };
}

const MARKS = { same: " ", add: "+", remove: "−", hunk: "", note: "" } as const;

function lineRow({ kind, text, before, after, words }: WordedLine, at: number) {
  return (
    <tr key={at} class={kind}>
      <td class="number">{before}</td>
      <td class="number">{after}</td>
      <td class="mark">{MARKS[kind]}</td>
      <td class="text">
        {words === undefined
          ? text
          : words.map((word, index) =>
              word.isChanged ? <mark key={index}>{word.text}</mark> : word.text,
            )}
      </td>
    </tr>
  );
}
