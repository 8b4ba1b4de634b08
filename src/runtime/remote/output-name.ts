/**
 * Names under which a model may create files. What a model writes may have been dictated by a
 * document that it read; a file that an agent, a build tool or a shell picks up by its name would
 * then act on that document's behalf.
 */

import { INSTRUCTION_NAMES } from "../../base/protected-path.ts";

/**
 * Endings of what tools create: an archive, a page, a single-file bundle, a folder such as
 * `kit.ocf`.
 */
const ENDINGS = new Set(["md", "json", "gz", "tgz", "ocf"]);

const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,199}$/u;

/**
 * Names, without their ending, that other programs act upon wherever they find them: instructions
 * of coding agents, configuration and build files. Compared in lower case.
 */
const OBEYED = new Set(
  [
    // Instructions and skills of coding agents.
    INSTRUCTION_NAMES.join(" "),
    "memory conventions cursorrules windsurfrules clinerules replit rules prompt",
    // Configuration, as JSON.
    "package package-lock npm-shrinkwrap tsconfig jsconfig deno composer bower biome nx lerna turbo",
    "vercel firebase now app manifest renovate settings settings.local config mcp opencode hooks",
    "gemini-extension tasks launch devcontainer plugin marketplace cdk serverless angular project",
    "workspace holdall pyrightconfig global",
    // Folders and files that build tools and shells look for.
    "node_modules bin lib src build vendor hooks packages jenkinsfile make",
    // Parts that make a folder a bare repository, whose settings git obeys.
    "head objects refs commondir gitdir",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Why a model may not create something under this name; null when it may. A name is one segment, does not
 * begin with a dot, has an ending of ours, and is none that another program acts upon.
 */
export function outputNameFault(name: string): string | null {
  if (name.startsWith(".")) return "names that begin with a dot are for programs";
  if (!PLAIN.test(name) || /[. ]$/.test(name)) {
    return "a name has letters, digits, spaces and . _ + - only";
  }
  const plain = name.normalize("NFKC").toLowerCase();
  const [, stem = plain, ending] = /^(.+?)\.([^.]+)$/.exec(plain) ?? [];
  // A number is a version, as in "kit-0.2".
  if (ending !== undefined && !ENDINGS.has(ending) && !/^[0-9]+$/.test(ending)) {
    return "its ending must be .tar.gz, .json or .md, or none for a folder";
  }
  return isObeyed(stem) ? "other programs act upon files with this name" : null;
}

/** Also `Makefile` and its kin, `tsconfig.build.json`, `vite.config.json` and `.eslintrc.json`. */
function isObeyed(stem: string): boolean {
  const [first = ""] = stem.split(".");
  return (
    OBEYED.has(stem) || OBEYED.has(first) || /(?:file|rc|\.config|ignore|attributes)$/.test(stem)
  );
}
