import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const languages = { bash, css, go, java, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(["js", "mjs", "cjs", "jsx", "javascript"], { languageName: "typescript" });

/** Longer texts are shown without colours: highlighting them would block the page. */
const MAX_CHARACTERS = 40_000;

/** Text with the scope that decides its colour; "" for plain text. */
export interface Token {
  readonly scope: string;
  readonly text: string;
}

/** A code's tokens in order; one plain token if the language is unknown or the code is long. */
export function highlight(code: string, language: string): readonly Token[] {
  const isKnown = language !== "" && hljs.getLanguage(language) !== undefined;
  if (!isKnown || code.length > MAX_CHARACTERS) return [{ scope: "", text: code }];
  const result: unknown = hljs.highlight(code, { language, ignoreIllegals: true });
  const tokens: Token[] = [];
  collect(rootOf(result), "", tokens);
  // The tree is not a documented part of the library. Without it the code is shown plain.
  return tokens.map(({ text }) => text).join("") === code ? tokens : [{ scope: "", text: code }];
}

/** The tree of tokens, so that no HTML text has to be parsed. */
function rootOf(result: unknown): unknown {
  const emitter = propertyOf(result, "_emitter");
  return propertyOf(emitter, "rootNode") ?? propertyOf(emitter, "root");
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function collect(node: unknown, scope: string, tokens: Token[]): void {
  if (typeof node === "string") {
    tokens.push({ scope, text: node });
    return;
  }
  const children = propertyOf(node, "children");
  if (!Array.isArray(children)) return;
  const own = propertyOf(node, "scope");
  const inner = typeof own === "string" && !own.startsWith("language:") ? own : scope;
  for (const child of children) collect(child, inner, tokens);
}
