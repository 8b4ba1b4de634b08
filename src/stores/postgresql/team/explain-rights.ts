/** What somebody is answered who lacks a right: which one, and who can grant it. */

import { HoldallError } from "../../../base/errors.ts";
import type { TeamRole } from "../../team.ts";
import type { ServerAddress } from "../address.ts";
import type { Connections } from "../connect.ts";
import { numberParameters } from "../statements.ts";
import { ACTOR_REFUSED, KEEPERS } from "./tables.ts";
import type { Opened } from "./team.ts";

/** What a login that may not even read is answered. */
export function refusedLogin(
  connections: Connections,
  address: ServerAddress,
  opened: Opened,
): Promise<unknown> {
  const refused = new HoldallError("E_RIGHTS", "");
  return explainRights(connections, { address, opened }, refused);
}

/** A missing right, with the role of the login and who can grant another one. Any other error is returned unchanged. */
export async function explainRights(
  { use }: Connections,
  { address, opened }: { readonly address: ServerAddress; readonly opened: Opened },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof HoldallError) || !isMissingRight(error, opened)) return error;
  const { schema, display } = address;
  const { login } = opened;
  const ask = async () => {
    const text = numberParameters(KEEPERS);
    return (await use((client) => client.query<{ login: string }>(text, [schema]))).rows;
  };
  const keepers = (await ask().catch(() => [])).map((each) => each.login).join(" or ");
  const { cause } = error;
  if (cause instanceof Error && codeOf(cause) === ACTOR_REFUSED) {
    const actor = cause.message;
    return new HoldallError(
      "E_RIGHTS",
      `Cannot write to the workspace "${display}": "${login}" may not write as "${actor}"`,
      {
        cure: `leave --actor out, or ask ${keepers} for \`holdall team grant ${login} writer --also-as ${actor}\``,
        cause,
      },
    );
  }
  const { state, needed } = missingRole(opened);
  const role = opened.limitedFrom
    ? `\`holdall team token create NAME ${needed}\``
    : `\`holdall team grant ${login} ${needed}\``;
  const asked = opened.is_team ? role : `rights, or to share it with \`holdall team init\``;
  return new HoldallError("E_RIGHTS", `Cannot use the workspace "${display}": ${state}`, {
    cure: `ask ${keepers} for ${asked}`,
    cause,
  });
}

/** Whether a right is missing that nothing has explained yet. A reader with a token has transactions that only read. */
function isMissingRight(
  { code, cure, cause }: HoldallError,
  { role, limitedFrom }: Opened,
): boolean {
  if (code === "E_RIGHTS") return cure === undefined;
  return limitedFrom !== undefined && role === "reader" && codeOf(cause) === "25006";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** What a login lacks for what it tried. */
function missingRole({ login, role, may_read, limitedFrom }: Opened): {
  readonly state: string;
  readonly needed: TeamRole;
} {
  if (may_read === 0) return { state: `"${login}" has no rights in it`, needed: "reader" };
  if (limitedFrom) return { state: `the token is a ${role}'s`, needed: nextRole(role) };
  if (role === "reader") return { state: `"${login}" may read it only`, needed: "writer" };
  return { state: `only a keeper may do this, and "${login}" is a ${role}`, needed: "keeper" };
}

function nextRole(role: TeamRole): TeamRole {
  return role === "reader" ? "writer" : "keeper";
}
