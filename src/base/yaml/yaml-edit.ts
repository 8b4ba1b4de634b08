import { isCollection, isMap, isScalar, parseDocument } from "yaml";
import { HoldallError } from "../errors.ts";
import type { Json } from "../json/value.ts";

/** As people write it: long lines stay, lists have no spaces inside their brackets. */
const STYLE = { lineWidth: 0, flowCollectionPadding: false } as const;

/** A YAML text with another value at a path; comments and everything else stay as they are. */
export function setInYaml(text: string, path: readonly string[], value: Json): string {
  const document = parseDocument(text);
  if (!isCollection(document.contents)) document.contents = null;
  for (let depth = 1; depth < path.length; depth++) {
    const above = path.slice(0, depth);
    const node = document.getIn(above, true);
    if (node === undefined || isMap(node)) continue;
    // A key without a value yet cannot take keys below it.
    if (isScalar(node) && node.value === null) document.deleteIn(above);
    else {
      const state = `"${above.join(".")}" has no keys below it`;
      throw new HoldallError("E_SHAPE", `Cannot set "${path.join(".")}": ${state}`);
    }
  }
  document.setIn(path, document.createNode(value));
  return document.toString(STYLE);
}

/** A YAML text without the value at a path. */
export function removeFromYaml(text: string, path: readonly string[]): string {
  const document = parseDocument(text);
  if (document.hasIn(path)) document.deleteIn(path);
  return document.toString(STYLE);
}
