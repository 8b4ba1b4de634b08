/**
 * The manual pages, for `man holdall` and `man holdall-GROUP`: the facts of the reference in the
 * language of `man`. Everything outside ASCII is written by its number, so that no page depends on
 * what a machine takes for its encoding.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeCommand } from "../../src/cli/help.ts";
import { globalOptionRows, type Rows, WORKSPACE_OPTIONS } from "../../src/cli/help-pages.ts";
import { everyday } from "../../src/cli/overview.ts";
import { root } from "../run.ts";
import { variables } from "./configuration.ts";
import { GENERATED } from "./markdown.ts";
import { exitCodes, type Section } from "./reference.ts";

const DESCRIPTION =
  "Holdall carries an AI agent's context from one tool, model or machine to another, and proves that it arrived complete.";

/** What a user may set or look for; the same facts with their details are in docs/configuration.md. */
const FILES: Rows = [
  [".holdall/", "The workspace of a project, created by holdall init"],
  ["holdall.yaml", "Settings of a project"],
  ["$XDG_CONFIG_HOME/holdall/config.yaml", "Settings of this user; see holdall config list"],
  ["$XDG_DATA_HOME/holdall/index/search.db", "The index of holdall search; it may be deleted"],
  ["$XDG_DATA_HOME/holdall/curator.key", "Seals what runs of the curator keep; it may be deleted"],
];
/** Every manual page by its file: one of the program, and one of each group of commands. */
export function manPages(sections: readonly Section[]): readonly (readonly [string, string])[] {
  return [
    ["man/holdall.1", programPage(sections)],
    ...sections.map((section) => [`man/holdall-${section.name}.1`, groupPage(section)] as const),
  ];
}

function programPage(sections: readonly Section[]): string {
  return manPage("holdall", "carry an AI agent's context between tools", [
    ...heading("SYNOPSIS"),
    bold("holdall COMMAND [ARGUMENTS] [OPTIONS]"),
    ...heading("DESCRIPTION"),
    plain(DESCRIPTION),
    ...heading("EVERYDAY COMMANDS"),
    ...rows(everyday.map(([command, does]) => [`holdall ${command}`, does])),
    ...heading("ALL COMMANDS"),
    ...sections.flatMap(({ name, title, commands }) => [
      `.SS ${quoted(`${title}: holdall-${name}(1)`)}`,
      ...rows(commands.map((command) => [command.name, command.summary])),
    ]),
    ...heading("OPTIONS OF EVERY COMMAND"),
    ...rows(globalOptionRows),
    ...heading("EXIT STATUS"),
    ...rows(exitCodes),
    ...heading("ENVIRONMENT"),
    ...rows(variables.map(([name, meaning]) => [withoutMarks(name), withoutMarks(meaning)])),
    ...heading("FILES"),
    ...rows(FILES),
    ...seeAlso(sections.map(({ name }) => `holdall-${name}(1)`)),
  ]);
}

function groupPage({ name, title, summary, commands }: Section): string {
  return manPage(`holdall-${name}`, `${title}: ${summary}`, [
    ...heading("SYNOPSIS"),
    ...commands.flatMap((command) => [bold(describeCommand(command).usage), ".br"]),
    ...heading("COMMANDS"),
    ...commands.flatMap((command) => {
      const help = describeCommand(command);
      return [
        `.SS ${quoted(help.usage)}`,
        plain(help.summary),
        ...rows([...help.arguments, ...help.options]),
        ".PP",
        "Examples:",
        ...verbatim(help.examples),
      ];
    }),
    ...workspaceOptions(commands),
    ...heading("OPTIONS OF EVERY COMMAND"),
    ...rows(globalOptionRows),
    ...seeAlso(["holdall(1)"]),
  ]);
}

/** The options that mean the same for every command of a page, once. */
function workspaceOptions(commands: Section["commands"]): string[] {
  const found = new Map(commands.flatMap((each) => describeCommand(each).workspaceOptions));
  return found.size === 0 ? [] : [...heading(WORKSPACE_OPTIONS.toUpperCase()), ...rows([...found])];
}

/** A page from its title to its last line. */
function manPage(name: string, purpose: string, lines: readonly string[]): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const facts = [name.toUpperCase(), "1", "", `holdall ${version}`, "Holdall manual"];
  return [
    `.\\" ${GENERATED} from src/operations by scripts/docs.ts: do not edit, run npm run docs`,
    `.TH ${facts.map(quoted).join(" ")}`,
    // Neither hyphens nor filled lines: an option that is broken in two cannot be searched for.
    ".nh",
    ".ad l",
    ...heading("NAME"),
    `${plain(name)} \\- ${escaped(purpose)}`,
    ...lines,
    "",
  ].join("\n");
}

/** A text of a page without the marks of Markdown. */
function withoutMarks(text: string): string {
  return text.replaceAll("`", "");
}

function heading(title: string): string[] {
  return [`.SH ${quoted(title)}`];
}

function seeAlso(pages: readonly string[]): string[] {
  return [...heading("SEE ALSO"), plain(pages.join(", "))];
}

/** Labels in bold, each with its text indented below it. */
function rows(pairs: Rows): string[] {
  return pairs.flatMap(([label, text]) => [".TP", bold(label), plain(text)]);
}

function verbatim(lines: readonly string[]): string[] {
  return [".RS 4", ".nf", ...lines.map(plain), ".fi", ".RE"];
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

/** A line of text, which must not begin like a request. */
function plain(text: string): string {
  return `${/^[.']/.test(text) ? "\\&" : ""}${escaped(text)}`;
}

/** An argument of a request. */
function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', "\\(dq")}"`;
}

function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[^ -~]/gu, (character) => {
      const number = character.codePointAt(0) ?? 0;
      return `\\[u${number.toString(16).toUpperCase().padStart(4, "0")}]`;
    });
}
