import * as z from "zod";
import type { RecordType } from "../base/check-record.ts";
import type { Format } from "./format.ts";

/** A JSON Schema as it is published in the package. */
export interface PublishedSchema {
  readonly format: string;
  readonly record: string;
  /** Path below `schemas/`. */
  readonly file: string;
  readonly schema: unknown;
}

/**
 * The JSON Schemas (draft 2020-12) of a format, generated from the declarations that check its
 * records. One source for both, so that what we publish is what we check.
 */
export function publishedSchemas(format: Pick<Format, "name" | "records">): PublishedSchema[] {
  return Object.entries(format.records).map(([record, type]) => ({
    format: format.name,
    record,
    file: `${format.name}/${record}.schema.json`,
    schema: jsonSchema(`${format.name} ${record}`, type),
  }));
}

function jsonSchema(title: string, type: RecordType): unknown {
  const { $schema, ...body } = z.toJSONSchema(type.schema, {
    target: "draft-2020-12",
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Only a format that forbids unknown keys closes its objects; the others' readers keep them.
      if (type.unknownKeys !== "forbidden" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return { $schema, title, description: type.description, ...body };
}
