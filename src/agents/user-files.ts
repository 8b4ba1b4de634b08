import type { AgentEnvironment } from "./agent.ts";

/**
 * A file of the user that a run in a clean home gets. A login is copied, and carried back when its program
 * renews it, because the old one is worthless afterwards. Of settings only the named keys are copied.
 */
export type UserFile =
  | {
      readonly kind: "login";
      readonly path: string;
    }
  | {
      readonly kind: "settings";
      readonly path: string;
      readonly format: "json" | "toml" | "env";
      /**
       * What is copied: the model and its provider, its address, the login, and what the user does not want to be
       * sent. `a.b` is a key below another one, `*` matches any characters of one key.
       */
      readonly keys: readonly string[];
      /** The variable that names the file to the program, if it is not at its usual place. */
      readonly variable?: string;
    };

/**
 * What an agent needs of its user's home to do a task: nothing that would reach its model, such as instructions,
 * memory, hooks, servers, skills and earlier sessions, and nothing that grants rights.
 */
export interface UserFiles {
  /** Variables that name places of the user; a run in a clean home does not get them. */
  readonly variables: readonly string[];
  /** The files of an environment, in the same order for every environment. */
  files(environment: AgentEnvironment): readonly UserFile[];
}
