/**
 * Declares the methods of the library with their documentation. The types of the sources are derived from the table of
 * operations, and a derived type has no place for a sentence; so the package gets a declaration for each method, with
 * the summary, the examples and the options of its command. The types in it still are the derived ones.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { methodKey, methodName } from "../../src/library/create-holdall.ts";
import { argumentsOf } from "../../src/operations/operation/arguments.ts";
import type { Operation } from "../../src/operations/operation/operation.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";

/** The declarations that refer to the generated ones. */
const METHODS = "library/methods.d.ts";
const GENERATED = "library/holdall";
/** The derived type, by whose place the generated one is recognised. */
const DERIVED = 'export type Holdall = Group<"">;';

/** Writes the documented declarations into a built library. */
export async function writeLibraryTypes(folder: string): Promise<void> {
  const operations = await Promise.all(operationNames.map(loadOperation));
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const methods = await readFile(join(folder, METHODS), "utf8");
  if (!methods.includes(DERIVED)) throw new Error(`Cannot document ${METHODS}: no "${DERIVED}"`);
  const replaced = methods.replace(
    DERIVED,
    `export type DerivedHoldall = Group<"">;\nexport type { Holdall } from "./holdall.js";`,
  );
  await writeFile(join(folder, METHODS), replaced);
  await writeFile(join(folder, `${GENERATED}.d.ts`), declareMethods(byName));
  await writeFile(join(folder, `${GENERATED}.js`), "export {};\n");
}

function declareMethods(operations: ReadonlyMap<string, Operation>): string {
  const inputs = [...operations.values()].map(declareInput);
  const root = declareGroup(operations, []).join("\n");
  return [
    "/** Generated from the operations by scripts/build/library-types.ts. */",
    'import type { CallOptions, MethodInput } from "./methods.js";',
    'import type { OutputOf, PieceOf } from "../operations/registry.js";',
    ...inputs,
    comment("", ["Every operation as a method, under the words of its command."]),
    `export interface Holdall {\n${root}\n}`,
    "",
  ].join("\n");
}

/** The keys that are set once in `createHoldall()`. */
const fixedKeys: readonly string[] = ["store", "actor", "origin"];

function declareInput(operation: Operation): string {
  const { name } = operation;
  const keys = argumentsOf(operation)
    .filter(({ key }) => !fixedKeys.includes(key))
    .map(({ key, required, description, standard }) => {
      const spelled = methodKey(key);
      const lines = [description, ...(standard === null ? [] : [`Default: ${standard}`])];
      const type = `MethodInput<"${name}">["${spelled}"]`;
      return `${comment("  ", lines)}\n  readonly ${spelled}${required ? "" : "?"}: ${type};`;
    });
  const about = comment("", [`What \`holdall ${name}\` is given.`]);
  if (keys.length === 0)
    return `${about}\nexport type ${inputName(name)} = MethodInput<"${name}">;`;
  return [about, `export interface ${inputName(name)} {`, ...keys, "}"].join("\n");
}

function inputName(name: string): string {
  const parts = name.split(/[ -]/).map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
  return `${parts.join("")}Input`;
}

/** The methods whose commands begin with these words; a word may be a command and begin others, as `dream` does. */
function declareGroup(
  operations: ReadonlyMap<string, Operation>,
  start: readonly string[],
): string[] {
  const before = start.map((part) => `${part} `).join("");
  const names = [...operations.keys()].filter((name) => name.startsWith(before));
  const next = new Set(names.map((name) => name.slice(before.length).split(" ")[0] ?? ""));
  const indent = "  ".repeat(start.length + 1);
  return [...next].flatMap((part) => {
    const operation = operations.get(before + part);
    const inner = declareGroup(operations, [...start, part]);
    const name = methodName(part);
    if (operation === undefined) {
      const title = comment(indent, [`The commands \`holdall ${before}${part} …\`.`]);
      return [title, `${indent}readonly ${name}: {`, ...inner, `${indent}};`];
    }
    const about = describe(indent, operation);
    const { parameters, result } = signatureOf(operation);
    // A property and no method: `new()` would be a constructor.
    if (inner.length === 0)
      return [about, `${indent}readonly ${name}: (${parameters}) => ${result};`];
    const call = [describe(`${indent}  `, operation), `${indent}  (${parameters}): ${result};`];
    return [about, `${indent}readonly ${name}: {`, ...call, ...inner, `${indent}};`];
  });
}

function signatureOf(operation: Operation) {
  const { name } = operation;
  const isNeeded = argumentsOf(operation).some(
    ({ key, required }) => required && !fixedKeys.includes(key),
  );
  return {
    parameters: `input${isNeeded ? "" : "?"}: ${inputName(name)}, options?: CallOptions<PieceOf<"${name}">>`,
    result: `Promise<OutputOf<"${name}">>`,
  };
}

/** What an editor shows at a method. */
function describe(indent: string, { name, summary, examples }: Operation): string {
  const shown = examples.map((example) => `holdall ${example}`);
  const lines = [`${summary}.`, "", `The command: \`holdall ${name}\`.`];
  if (shown.length > 0) lines.push("", "```sh", ...shown, "```");
  return comment(indent, lines);
}

/** A comment that no text of an operation can end. */
function comment(indent: string, lines: readonly string[]): string {
  const safe = lines
    .flatMap((line) => line.split("\n"))
    .map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */`;
  return [
    `${indent}/**`,
    ...safe.map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */`,
  ].join("\n");
}
