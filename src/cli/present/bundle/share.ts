import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { documentOf } from "../document.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const KINDS = { bundle: "bundle", runs: "runs", session: "session", kit: "state" } as const;

/** What was sent, or would be, and what the receiver types. */
export const presentPush: Presenter<"push"> = (output, terminal) => {
  const { state, address, files, bytes, sent_bytes, signer, recipients, secrets, pinned } = output;
  if (output.print) return [documentOf(output.receive)];
  const size = `${formatCount(files, "file")}, ${formatBytes(bytes)}`;
  const what = `${output.format} ${KINDS[output.kind]} (${size})`;
  const head = {
    sent: `${terminal.style("green", "Pushed")} ${what}`,
    unchanged: `${terminal.style("green", "Unchanged")}: the same ${what} is there already, nothing was sent`,
    rehearsed: `${terminal.style("yellow", "Dry run")}, nothing is sent: ${what}`,
  }[state];
  return [
    head,
    `To: ${address}`,
    ...(pinned === null || pinned === address ? [] : [`Exactly this content: ${pinned}`]),
    ...(state === "sent" && sent_bytes !== bytes
      ? [`Sent: ${formatBytes(sent_bytes)}, the rest was there already`]
      : []),
    signer === null
      ? "Not signed: a receiver cannot see who sent it (--key FILE signs it)"
      : `Signed with key ${signer}`,
    recipients === 0
      ? "Not sealed: whoever can read that address can read it (--seal RECIPIENT encrypts it)"
      : `Sealed for ${formatCount(recipients, "recipient")}`,
    ...secretLines(secrets, output.secrets_replaced),
    ...(state === "rehearsed" ? [] : ["The receiver types:", `  ${output.receive}`]),
  ];
};

type Secrets = Parameters<typeof presentPush>[0]["secrets"];

const MAX_SECRETS = 20;

function secretLines(secrets: Secrets, isReplaced: boolean): readonly string[] {
  if (secrets.length === 0) return [];
  const what = isReplaced ? "Secrets that were replaced" : "May be secret, and is sent as it is";
  const rest = secrets.length - MAX_SECRETS;
  return [
    `${what}: ${secrets.length}`,
    ...secrets.slice(0, MAX_SECRETS).map(({ kind, where }) => `  ${kind} in ${where}`),
    ...(rest > 0 ? [`  and ${rest} more (--json lists all)`] : []),
  ];
}

/** What was fetched, who signed it, and how to go on. */
export const presentPull: Presenter<"pull"> = (output, terminal) => {
  const { out, files, bytes, sealed, signer, trusted, format, findings, next } = output;
  const size = bytes === null ? "" : `, ${formatBytes(bytes)}`;
  const what = `${formatCount(files, "file")}${size}${sealed ? ", sealed" : ""}`;
  return [
    out === null
      ? `${terminal.style("yellow", "Dry run")}, nothing is fetched: ${what}`
      : `${terminal.style("green", "Pulled")} ${format} into ${terminal.path(out)} (${what})`,
    `From: ${output.pinned ?? output.address}`,
    signerLine(signer, trusted),
    ...findingLines(
      findings.filter(({ code }) => code !== "W_UNKNOWN_SIGNER"),
      terminal,
    ),
    ...(next === null ? [] : [`Next: ${next}`]),
  ];
};

type Signer = Parameters<typeof presentPull>[0]["signer"];

function signerLine(signer: Signer, isTrusted: boolean): string {
  if (signer === null) return "Not signed: it is not known who sent it";
  const { fingerprint, principal } = signer;
  if (principal !== null) return `Signed by ${principal} with key ${fingerprint}`;
  if (isTrusted) return `Signed with key ${fingerprint}, as you asked`;
  return `Signed with key ${fingerprint}; compare it with the sender's (--signer, --signers)`;
}
