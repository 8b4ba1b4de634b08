import { type Code, codes, type ErrorCode, exitOf } from "../../src/base/codes.ts";
import { code, page, table } from "./markdown.ts";

/** The page of every code, with its meaning and the exit code of a command that throws it. */
export function codesPage(): string {
  const all = Object.entries(codes) as [Code, string][];
  const errors = all.filter((each): each is [ErrorCode, string] => each[0].startsWith("E_"));
  const warnings = all.filter(([name]) => name.startsWith("W_"));
  return page(
    "src/base/codes.ts",
    "# Codes",
    `A finding of \`verify\` and an error that a command ends with share one list of codes. Codes are
public: one may be added, none is renamed or gets another meaning.`,
    "## Errors",
    `As a finding, each of them makes a bundle not valid, and \`verify\` exits with 1. When a command
cannot go on because of it, the command ends with the exit code in the last column.`,
    table(
      ["code", "meaning", "exit code"],
      errors.map(([name, meaning]) => [code(name), meaning, String(exitOf(name))]),
    ),
    "## Warnings",
    "They inform and change no exit code.",
    table(
      ["code", "meaning"],
      warnings.map(([name, meaning]) => [code(name), meaning]),
    ),
  );
}
