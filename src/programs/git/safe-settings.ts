/**
 * Settings of git that outweigh those of a repository: a folder may come from anyone, with a `.git` in it, and
 * no program that it names is started, nothing is fetched, and nothing is asked.
 */

/** Pairs of a setting's name and its value. */
export type GitSettings = readonly (readonly [name: string, value: string])[];

const SAFE: GitSettings = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.quotePath", "false"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.askPass", "false"],
  ["core.sshCommand", "false"],
  ["core.alternateRefsCommand", "false"],
  ["credential.helper", ""],
  ["gpg.program", "false"],
  ["gpg.ssh.program", "false"],
  ["gpg.x509.program", "false"],
  ["log.showSignature", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  // An object that a partial clone lacks would be fetched.
  ["protocol.allow", "never"],
  ["protocol.ext.allow", "never"],
  ["submodule.recurse", "false"],
  ["diff.submodule", "short"],
  // A folder that is a bare repository by its files alone was made one by somebody.
  ["safe.bareRepository", "explicit"],
];

/** Variables with which git, wherever it is started, uses settings. */
export function settingVariables(settings: GitSettings): Record<string, string> {
  // Variables and not `-c`, which would end a name at its first "=".
  const pairs = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}

/** Variables with which git uses the safe settings and those that are added. */
export function gitSettingVariables(more: GitSettings = []): Record<string, string> {
  return {
    ...settingVariables([...SAFE, ...more]),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}
