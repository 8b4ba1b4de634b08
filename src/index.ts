export { type Code, codes } from "./base/codes.ts";
export { HoldallError } from "./base/errors.ts";
export {
  type FileEntry,
  type FileSet,
  type FileTree,
  memoryFiles,
  treeFiles,
} from "./base/file-set.ts";
export { type Finding, isOk, type Profile } from "./base/findings.ts";
export { canonicalJson } from "./base/json/canonical.ts";
export { loadTokenCounter, type TokenCounter } from "./base/tokens.ts";
export { type Conversion, convertBundle } from "./bundles/convert/convert.ts";
export { detectFormat } from "./bundles/detect.ts";
export { diffBundles } from "./bundles/diff/diff-bundles.ts";
export type { BundleOptions, BundleReading } from "./bundles/read-bundle.ts";
export { computeSums } from "./bundles/sums.ts";
export { folderFiles } from "./disk/folder.ts";
export { createHoldall, type HoldallOptions } from "./library/create-holdall.ts";
export type { CallOptions, Holdall, Method, MethodInput } from "./library/methods.ts";
export { readBundle } from "./library/read-bundle.ts";
export { type LossItem, type LossReport, lossReport } from "./model/loss.ts";
export { entryHash, stateHash } from "./model/state-hash.ts";
export type { InputOf, OperationName, OutputOf } from "./operations/registry.ts";
