import { codes } from "../../src/base/codes.ts";
import {
  type Command,
  commandNames,
  isOperation,
  loadCommand,
} from "../../src/cli/commands/registry.ts";
import { argumentsOf } from "../../src/operations/operation/arguments.ts";
import { messagesIn, readSources } from "../language/messages.ts";

/**
 * Every text that a person or a model reads, in one list: first what the commands say about themselves, then
 * the codes, then all other messages by the file they are in. For reading as a newcomer would.
 */
export async function allTexts(): Promise<readonly string[]> {
  const commands = await Promise.all(commandNames.map(loadCommand));
  const declared = commands.flatMap(textsOf);
  const known = new Set([...declared.map(([, text]) => text), ...Object.values(codes)]);
  const messages = [...(await readSources())]
    .flatMap(([file, source]) => messagesIn(file, source))
    .filter(({ text }) => !known.has(text));
  return [
    "# Commands",
    ...declared.map(([where, text]) => `${where}\t${text}`),
    "# Codes",
    ...Object.entries(codes).map(([code, meaning]) => `${code}\t${meaning}`),
    "# Messages",
    ...messages.map(({ file, line, text }) => `${file}:${line}\t${text.replaceAll("\n", "\\n")}`),
  ];
}

function textsOf(command: Command): (readonly [where: string, text: string])[] {
  const { name, summary } = command;
  const { withheld, tools } = isOperation(command) ? command : { withheld: {}, tools: [] };
  return [
    [name, summary],
    ...argumentsOf(command).map(
      ({ key, description }) => [`${name} --${key}`, description] as const,
    ),
    ...Object.entries(withheld).map(([surface, why]) => [`${name} (not ${surface})`, why] as const),
    ...tools.map((tool) => [`${name} as ${tool.name}`, tool.summary ?? summary] as const),
  ];
}
