/** Reads which names a source file declares and what its comments say. */
import {
  type BindingPattern,
  type ParamPattern,
  type PropertyKey,
  parseSync,
  Visitor,
} from "oxc-parser";
import type { Literal } from "../scan-source.ts";

/** The names that a file declares, and its comments line by line. */
export interface Declared {
  readonly names: readonly Literal[];
  readonly comments: readonly Literal[];
}

/**
 * Reads a file, given as path and text. A name that is taken from elsewhere is declared there: keys of objects and
 * `const { name } = …` are left out.
 */
export function readDeclared(file: string, code: string): Declared {
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`Cannot parse ${file}: ${errors[0]?.message}`);
  const names: Literal[] = [];
  const lineOf = (offset: number) => code.slice(0, offset).split("\n").length;
  const add = (node: { name: string; start: number } | null) => {
    if (node !== null) names.push({ text: node.name, line: lineOf(node.start) });
  };
  const addAll = (patterns: readonly (ParamPattern | BindingPattern | null)[]) => {
    for (const pattern of patterns) for (const each of boundIn(pattern)) add(each);
  };
  const addKey = ({ key, computed }: { key: PropertyKey; computed: boolean }) => {
    if (!computed && (key.type === "Identifier" || key.type === "PrivateIdentifier")) add(key);
  };
  const addFunction = (node: {
    id: Parameters<typeof add>[0];
    params: readonly ParamPattern[];
  }) => {
    add(node.id);
    addAll(node.params);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => addAll([id]),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: ({ params }) => addAll(params),
    TSFunctionType: ({ params }) => addAll(params),
    TSMethodSignature(node) {
      addKey(node);
      addAll(node.params);
    },
    TSPropertySignature: addKey,
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    CatchClause: ({ param }) => addAll([param]),
  }).visit(program);
  return {
    names,
    comments: comments.flatMap(({ value, start }) =>
      value.split("\n").map((text, index) => ({ text, line: lineOf(start) + index })),
    ),
  };
}

/** The names that a pattern binds, without those of keys that it only takes out of an object. */
function boundIn(
  pattern: ParamPattern | BindingPattern | null,
): readonly { readonly name: string; readonly start: number }[] {
  switch (pattern?.type) {
    case undefined:
      return [];
    case "Identifier":
      return [pattern];
    case "AssignmentPattern":
      return boundIn(pattern.left);
    case "RestElement":
      return boundIn(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((each) => boundIn(each));
    case "ObjectPattern":
      return pattern.properties.flatMap((each) => {
        if (each.type === "RestElement") return boundIn(each.argument);
        return each.shorthand ? [] : boundIn(each.value);
      });
    default:
      return [];
  }
}
