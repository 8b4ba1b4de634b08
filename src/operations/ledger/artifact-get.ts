import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { DEFAULT_RANGE, sliceArtifact } from "../../ledger/artifact-range.ts";
import { readArtifact } from "../../ledger/artifacts.ts";
import { integer } from "../../runtime/integer.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "artifact get",
  summary: "Print an artifact or a text, or part of it, by its id",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "artifact_fetch",
    title: "Read a stored text",
    sets: ["memory", "threads", "verify"],
    summary:
      "Read a text or file that a result named by its id or hash, or a part of it. Not for files of the project.",
    parameterNames: { offset_bytes: "offset", max_bytes: "max" },
  },
  positionals: ["id"],
  examples: [
    "artifact get 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d --max 65536",
  ],
  input: z.object({
    id: z
      .string()
      .describe("The SHA-256 of its bytes, or the id it was imported under (64 hex digits)"),
    offset: integer().default(0).describe("First byte to read"),
    max: integer(1).default(DEFAULT_RANGE).describe("Maximum number of bytes to read"),
  }),
  output: () =>
    z.object({
      id: z.string(),
      offset_bytes: z.number(),
      bytes: z.number(),
      total_bytes: z.number(),
      truncated: z.boolean(),
      eof: z.boolean(),
      next_offset_bytes: z.number().nullable(),
      encoding: z.enum(["utf8", "base64"]),
      content: z.string(),
    }),
  run: async ({ ledger }, { id, offset, max }) => {
    const artifact = await ledger.read((tx) => readArtifact(tx, id));
    if (artifact === null) {
      throw new HoldallError("E_NOT_FOUND", `Cannot read artifact "${id}": not found`);
    }
    const { total, next, offset: from, ...range } = sliceArtifact(artifact, offset, max);
    return { id, offset_bytes: from, total_bytes: total, next_offset_bytes: next, ...range };
  },
});
