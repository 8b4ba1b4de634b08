export type { ConformanceCase } from "./conformance-case.ts";
export { conformanceCases } from "./conformance-cases.ts";
export { type HostileArchive, hostileArchives } from "./hostile/archives.ts";
