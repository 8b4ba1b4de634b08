import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";

/** A repository, and the name of a parcel in it. */
export interface GitAddress {
  /** What git gets as the repository. */
  readonly remote: string;
  readonly name: string;
  /** The commit that it must be; null for whatever is there. */
  readonly commit: string | null;
}

const NAME = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/;
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;
/** `anna@host:path`, which git takes for ssh. */
const SCP_LIKE = /^(?:[\w.-]+@)?[A-Za-z0-9][\w.-]*:(?!\/\/)(?!:)/;
const EXAMPLE = "for example git+https://host/team.git#parser or git+../team.git#parser";

/** Parses `git+REMOTE#NAME`; null for any other text. A remote of a project's settings is no REMOTE: a stranger may have set it. */
export function parseGitAddress(text: string, cwd: string): GitAddress | null {
  if (!text.startsWith("git+")) return null;
  const at = text.lastIndexOf("#");
  const [, name = "", commit = null] =
    /^(.*?)(?:@([0-9a-f]{40,64}))?$/.exec(text.slice(at + 1)) ?? [];
  const remote = text.slice("git+".length, at);
  if (at === -1 || remote === "") throw refused(text, "it has no #NAME");
  const isName =
    NAME.test(name) && name.length <= 200 && !/\.\.|\.lock(?:\/|$)|\.(?:\/|$)/.test(name);
  if (!isName) throw refused(text, `"${excerpt(name)}" is no name`);
  return { remote: checkedRemote(text, remote, cwd), name, commit };
}

function checkedRemote(text: string, remote: string, cwd: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git would read them as another line.
  if (/[\u0000-\u001f\u007f]|^-/.test(remote)) throw refused(text, "its REMOTE is malformed");
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(remote) ?? [];
  if (scheme !== undefined) {
    if (/^(?:https|ssh|file)$/i.test(scheme) || LOOPBACK.test(remote)) return remote;
    throw refused(text, `${scheme}:// is not used: anyone on the way could read or change it`);
  }
  // `ext::` and the like start programs.
  if (remote.includes("::")) throw refused(text, "it names a program");
  if (SCP_LIKE.test(remote)) return remote;
  if (/[/\\]/.test(remote)) return path.resolve(cwd, remote);
  throw new HoldallError(
    "E_USAGE",
    `Cannot use "${excerpt(text)}": "${remote}" is no URL and no path`,
    {
      cure: `give its URL (\`git remote get-url ${remote}\` prints it), or ./${remote} for a folder`,
    },
  );
}

function refused(text: string, state: string): HoldallError {
  return new HoldallError("E_USAGE", `Cannot use "${excerpt(withoutPassword(text))}": ${state}`, {
    cure: EXAMPLE,
  });
}

/** An address as it may be shown. */
export function withoutPassword(text: string): string {
  return text.replace(/(:\/\/[^/@:]*):[^/@]*@/, "$1:…@");
}
