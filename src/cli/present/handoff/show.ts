/**
 * A session or thread for reading. Tool calls are one line each unless requested, so that the
 * conversation stays readable.
 */

import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { oneLine, truncateEnd } from "../../../base/text/one-line.ts";
import { printable } from "../../../base/text/text.ts";
import { askedQuestion } from "../../../web/text/asked-question.ts";
import { writerOf } from "../../../web/text/message-writer.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { droppedLines } from "./dropped.ts";

type Output = Shown<"show">;
/** An item that is printed; what is beside the conversation has no place in it. */
type Item = Output["items"][number] & { readonly place?: number | undefined };
type View = Output["view"];
type Row = NonNullable<Output["conversation"]>["rows"][number];

const present: Presenter<"show"> = (shown, terminal) => {
  const rows = shown.conversation?.rows.map(asItem);
  const items = rows ?? shown.items.map((item) => ({ ...item, place: item.number }));
  const output = { ...shown, items };
  if (output.dropped !== undefined) {
    return [...headLines(output, terminal), ...droppedLines(output.dropped, terminal)];
  }
  if (output.not_found !== undefined) {
    return [...headLines(output, terminal), "", ...notFoundLines(output.not_found, output)];
  }
  if (output.view.markdown) return [`${markdownLines(output).join("\n")}\n`];
  return [
    ...headLines(output, terminal),
    ...output.items.flatMap((item) => itemLines(item, output.view, terminal)),
    ...footLines(output, terminal),
  ];
};

export default present;

/** A row of a complete conversation; what is beside the conversation says so. */
function asItem({ number, place, kind, at, sender, text, tool, diff, group }: Row): Item {
  const beside = group === undefined ? text : `[sub-agent or branch ${group + 1}] ${text}`;
  return {
    number,
    place,
    // The reader of a terminal skips both alike.
    kind: kind === "context" ? "thinking" : kind,
    at,
    sender,
    text: beside,
    tool: tool === undefined ? null : asTool(tool),
    diff: diff ?? null,
  };
}

function asTool({ name, input, ok, output, answer }: NonNullable<Row["tool"]>): Item["tool"] {
  return { name, arguments: input, ok, result: output, answer: answer ?? null };
}

function headLines(output: Output, terminal: Terminal): string[] {
  const { agent, kind, id, model, cwd, started_at, total, items } = output;
  const unit = kind === "thread" ? "message" : "item";
  const facts = [agent ?? kind, id, model, started_at && formatMinute(started_at), cwd];
  const shown = facts.filter((fact) => fact !== null && fact !== undefined);
  const first = items[0]?.number ?? 1;
  const earlier = first - 1;
  return [
    terminal.style("bold", lineOf(output.title ?? "(no title)", terminal.width)),
    ...wrap([...shown, formatCount(total, unit)].map(printable).join(" · "), terminal.width).map(
      (line) => terminal.style("dim", line),
    ),
    ...(earlier > 0
      ? [terminal.style("dim", `… ${formatCount(earlier, `earlier ${unit}`)}; --all shows them`)]
      : []),
  ];
}

function itemLines(item: Item, view: View, terminal: Terminal): string[] {
  const number = numberOf(item, terminal);
  switch (item.kind) {
    case "user":
      return [
        "",
        `${terminal.style("cyan", writerOf(item))}${number}`,
        ...textLines(item, view, terminal),
      ];
    case "assistant":
      return [
        "",
        `${terminal.style("green", "Assistant")}${number}`,
        ...textLines(item, view, terminal),
      ];
    case "thinking":
      return ["", terminal.style("dim", "Thinking"), ...textLines(item, view, terminal)];
    case "summary":
      return [
        "",
        `${terminal.style("bold", "Summary of what came before")}${number}`,
        ...textLines(item, view, terminal),
      ];
    case "error":
      return [
        `  ${terminal.style("red", "!")} ${lineOf(item.text, spaceBeside(item, terminal))}${number}`,
      ];
    case "file":
      return [
        `  ± ${lineOf(item.text, spaceBeside(item, terminal))}${number}`,
        ...diffLines(item, view, terminal),
      ];
    case "tool":
      return toolLines(item, view, terminal);
    default:
      return item.kind satisfies never;
  }
}

/** The number by which an item can be named, as in `holdall show SESSION#10`. */
function numberOf({ place }: Item, terminal: Terminal): string {
  return place === undefined ? "" : ` ${terminal.style("dim", `#${place}`)}`;
}

/** Columns of a line of one item beside its mark and its number. */
function spaceBeside({ place }: Item, terminal: Terminal): number {
  return terminal.width - 4 - (place === undefined ? 0 : ` #${place}`.length);
}

/** A pasted file would hide the conversation around it. */
const MAX_LINES = 60;

function textLines({ text }: Item, { full }: View, terminal: Terminal): string[] {
  const lines = printable(text.trim()).split("\n");
  const shown = full ? lines : lines.slice(0, MAX_LINES);
  const more = lines.length - shown.length;
  return [
    ...shown.flatMap((line) => wrapIndented(line, terminal.width - 2)),
    ...(more > 0
      ? [terminal.style("dim", `… ${formatCount(more, "more line")}; --all shows them`)]
      : []),
  ].map((line) => `  ${line}`.trimEnd());
}

/** Wraps a line; one with an indentation, such as code, keeps it. */
function wrapIndented(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const [indent = ""] = /^ {0,20}/.exec(line) ?? [];
  return wrap(line.slice(indent.length), width - indent.length).map((each) => indent + each);
}

/** A call is one line; its outcome is the first line of the result. */
function toolLines(item: Item, { tools }: View, terminal: Terminal): string[] {
  const { text, tool } = item;
  if (tool === null) return [];
  const number = numberOf(item, terminal);
  const mark = tool.ok === false ? terminal.style("red", "✗") : "·";
  const head = `  ${mark} ${printable(tool.name)}`;
  if (!tools && tool.answer !== null) {
    return [`${head}${number}`, ...answerLines(text, tool.answer, terminal)];
  }
  if (!tools) {
    const outcome = outcomeOf(tool);
    const space = spaceBeside(item, terminal) - tool.name.length - outcome.length - 4;
    return [
      `${head}  ${lineOf(text, Math.max(16, space))}${terminal.style("dim", `  ${outcome}`)}${number}`,
    ];
  }
  const args = typeof tool.arguments === "string" ? tool.arguments : toJson(tool.arguments);
  return [`${head}${number}`, ...block(args), "    →", ...block(tool.result ?? "(no result)")];
}

/** A question and its answer are words of the conversation, and shown in full. */
function answerLines(question: string, answer: string, terminal: Terminal): string[] {
  const asked = askedQuestion(question, answer);
  const questionLines = asked === null ? [] : wrap(printable(asked), terminal.width - 4);
  const [first = "", ...more] = wrap(printable(answer), terminal.width - 6);
  const answerLines = [`→ ${first}`, ...more.map((line) => `  ${line}`)];
  return [...questionLines, ...answerLines].map((line) => `    ${line}`);
}

function outcomeOf({ ok, result }: NonNullable<Item["tool"]>): string {
  if (ok === null) return "no result";
  const lines = result === null || result === "" ? 0 : result.trimEnd().split("\n").length;
  return `${ok ? "" : "failed, "}${formatCount(lines, "line")}`;
}

function diffLines({ diff }: Item, view: View, terminal: Terminal): string[] {
  if (!view.diff || diff === null) return [];
  return printable(diff.trimEnd())
    .split("\n")
    .map((line) => {
      const style = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : null;
      return `    ${style === null ? line : terminal.style(style, line)}`;
    });
}

function notFoundLines(asked: string, { hidden }: Output): string[] {
  const options = [
    ...(hidden.thinking > 0 ? ["--thinking adds what the model thought"] : []),
    ...(hidden.sub_agents + hidden.branches > 0
      ? ["--sub-agents --all shows sub-agents and abandoned branches"]
      : []),
    `\`holdall search\` looks through all sessions`,
  ];
  return [`Nothing found for "${printable(oneLine(asked))}" in this conversation`, ...options];
}

function footLines({ hidden, items, total }: Output, terminal: Terminal): string[] {
  const last = items.at(-1)?.number ?? total;
  const notes = [
    items.length === 0 && total > 0 ? `all ${formatNumber(total)}, which come before` : "",
    total > last ? `${formatNumber(total - last)} later` : "",
    hidden.sub_agents > 0 ? `${formatNumber(hidden.sub_agents)} of sub-agents` : "",
    hidden.branches > 0 ? `${formatNumber(hidden.branches)} on abandoned branches` : "",
    hidden.thinking > 0 ? `${formatNumber(hidden.thinking)} of thinking` : "",
  ].filter((note) => note !== "");
  return notes.length === 0 ? [] : ["", terminal.style("dim", `Not shown: ${notes.join(", ")}`)];
}

function block(text: string): string[] {
  return printable(text.trimEnd())
    .split("\n")
    .map((line) => `    ${line}`.trimEnd());
}

function lineOf(text: string, width: number): string {
  return truncateEnd(printable(oneLine(text)), Math.max(8, width));
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

const HEADINGS = {
  assistant: "Assistant",
  thinking: "Thinking",
  summary: "Summary of the earlier conversation",
  error: "Error",
} as const;

/** Markdown for a page or a review; tool calls are complete, in fences that their text cannot close. */
function markdownLines({ title, agent, kind, id, items }: Output): string[] {
  const lines = [`# ${lineOf(title ?? id, 200)}`, "", `${agent ?? kind} \`${printable(id)}\``];
  for (const item of items) {
    lines.push("");
    if (item.kind === "file") {
      lines.push(`**${lineOf(item.text, 500)}**`);
      if (item.diff !== null) lines.push("", ...fenced(item.diff, "diff"));
    } else if (item.kind !== "tool") {
      const heading = item.kind === "user" ? writerOf(item) : HEADINGS[item.kind];
      lines.push(`## ${heading}`, "", ...printable(item.text).split("\n"));
    } else if (item.tool !== null) {
      const { name, arguments: args, result, ok } = item.tool;
      lines.push(`**${printable(name)}**`, "");
      lines.push(...fenced(typeof args === "string" ? args : toJson(args)));
      lines.push("", ok === false ? "Result (failed):" : "Result:", "");
      lines.push(...fenced(result ?? "(no result)"));
    }
  }
  return lines;
}

/** A fence that is longer than every run of back-ticks inside. */
function fenced(text: string, language = ""): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, ...printable(text.replace(/\n$/, "")).split("\n"), fence];
}
