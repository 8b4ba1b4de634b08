import type { Json } from "../../src/base/json/value.ts";
import { splitFrontMatter } from "../../src/base/yaml/front-matter.ts";
import { parseYaml } from "../../src/base/yaml/yaml.ts";
import type { Sample } from "../../src/formats/format.ts";

/** What is directly inside a value; a key that is not there counts as nothing. */
export function partsOf(value: Json): readonly Json[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).filter((part) => part !== undefined);
}

/** Every JSON value in the files of samples, the ones inside other values included, each once. */
export function valuesOf(samples: readonly Sample[]): readonly Json[] {
  const values = new Map<string, Json>();
  const add = (value: Json): void => {
    values.set(JSON.stringify(value), value);
    for (const part of partsOf(value)) add(part);
  };
  for (const { files } of samples) {
    for (const [file, content] of Object.entries(files)) {
      for (const value of documentsOf(file, Buffer.from(content).toString())) add(value);
    }
  }
  return [...values.values()];
}

/** The documents of one file, by what its name says about its form. */
function documentsOf(file: string, text: string): readonly Json[] {
  if (file.endsWith(".jsonl")) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => JSON.parse(line));
  }
  if (file.endsWith(".json") || /^blobs\//.test(file)) return parsed(text);
  const yaml = file.endsWith(".yaml") ? text : splitFrontMatter(text).yaml;
  const value = yaml === null ? undefined : parseYaml(yaml).value;
  return value === undefined ? [] : [value];
}

/** A blob may contain plain text. */
function parsed(text: string): readonly Json[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
