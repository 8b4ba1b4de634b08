import type { Registry } from "../../../base/registry.ts";
import type { FolderImporter, TaskExporter } from "./exchange.ts";

/** Every form that tasks and runs are exported to. */
export const exporters = {
  atif: () => import("./atif/export.ts"),
  harbor: () => import("./harbor/export.ts"),
} satisfies Registry<TaskExporter>;

/** Every form of a folder that is imported. */
export const importers = {
  harbor: () => import("./harbor/import.ts"),
  "harbor-trial": () => import("./harbor-trial/import.ts"),
  "terminal-bench": () => import("./terminal-bench/import.ts"),
} satisfies Registry<FolderImporter>;
