/** Finds literals that are written in a roundabout way, to fit more on a line. */
import {
  type Argument,
  type ArrayExpressionElement,
  type Expression,
  type ObjectPropertyKind,
  type PrivateIdentifier,
  type Program,
  parseSync,
  Visitor,
} from "oxc-parser";

/** One such place. */
export interface Detour {
  readonly line: number;
  readonly cure: string;
}

const IN_OBJECT = "write the keys of `...{ … }` into the object itself";
const IN_LIST = "write the elements of `...[ … ]` into the list itself";
export const LIST_IN_TEXT = "write the list as an array, not as one text that is split";
const TWO_AT_ONCE = "write a declaration for each name, not `[a, b] = [x, y]`";

/** The detours of one file, given as path and text, in their order. */
export function findDetours(file: string, code: string): readonly Detour[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`Cannot parse ${file}: ${errors[0]?.message}`);
  const found: { start: number; cure: string }[] = [];
  const checkSpread = (node: Item | null, type: Expression["type"], cure: string) => {
    if (node?.type !== "SpreadElement") return;
    if (withoutWrapping(node.argument).type === type) found.push({ start: node.start, cure });
  };
  const checkArguments = ({ arguments: list }: { arguments: readonly Item[] }) => {
    for (const each of list) checkSpread(each, "ArrayExpression", IN_LIST);
  };
  const texts = textConstants(program);
  new Visitor({
    ObjectExpression({ properties }) {
      for (const each of properties) checkSpread(each, "ObjectExpression", IN_OBJECT);
    },
    ArrayExpression({ elements }) {
      for (const each of elements) checkSpread(each, "ArrayExpression", IN_LIST);
    },
    CallExpression(call) {
      checkArguments(call);
      const { callee } = call;
      if (callee.type !== "MemberExpression" || callee.computed) return;
      const isName = callee.object.type === "Identifier" && texts.has(callee.object.name);
      if (callee.property.name !== "split" || !(isName || isText(callee.object))) return;
      found.push({ start: callee.object.start, cure: LIST_IN_TEXT });
    },
    NewExpression: checkArguments,
    VariableDeclarator({ id, init, start }) {
      if (id.type !== "ArrayPattern" || init === null) return;
      if (withoutWrapping(init).type === "ArrayExpression")
        found.push({ start, cure: TWO_AT_ONCE });
    },
  }).visit(program);
  return found
    .toSorted((left, right) => left.start - right.start)
    .map(({ start, cure }) => ({ line: code.slice(0, start).split("\n").length, cure }));
}

/** The constants of a file, outside its functions, whose value is a text that is written there. */
function textConstants({ body }: Program): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      if (id.type === "Identifier" && init !== null && isText(init)) names.add(id.name);
    }
  }
  return names;
}

/** Whether an expression is a text that is written there, in one piece or in several. */
function isText(expression: Expression | PrivateIdentifier): boolean {
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "string";
    case "TemplateLiteral":
      return expression.expressions.length === 0;
    case "BinaryExpression":
      return isText(expression.left) && isText(expression.right);
    case "ParenthesizedExpression":
      return isText(expression.expression);
    default:
      return false;
  }
}

type Item = ObjectPropertyKind | ArrayExpressionElement | Argument;

/** An expression without parentheses, `as` and `satisfies` around it. */
function withoutWrapping(expression: Expression): Expression {
  switch (expression.type) {
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return withoutWrapping(expression.expression);
    default:
      return expression;
  }
}
