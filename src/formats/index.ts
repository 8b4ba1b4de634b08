/**
 * The package's entry point `holdall/formats`: reading and checking bundles without a workspace or
 * a command line. Everything exported here is public; the conformance suite is in
 * `holdall/testing`.
 */

export type { RecordType, UnknownKeys } from "../base/check-record.ts";
export {
  type FileEntry,
  type FileSet,
  type FileTree,
  memoryFiles,
  treeFiles,
} from "../base/file-set.ts";
export {
  createFindings,
  type Finding,
  type Findings,
  isOk,
  type Profile,
} from "../base/findings.ts";
export type { Detection, Format, ReadOptions, Sample, Summary } from "./format.ts";
export { type Limits, limitsByFormat } from "./limits.ts";
export { type PublishedSchema, publishedSchemas } from "./published-schemas.ts";
export { type FormatName, formatNames, loadFormat } from "./registry.ts";
