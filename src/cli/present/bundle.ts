import { formatBytes, formatCount, formatNumber } from "../../base/text/format-count.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { columns, wrap } from "../terminal.ts";
import presentConvert from "./bundle/convert.ts";
import presentDiff from "./bundle/diff.ts";
import presentInspect from "./bundle/inspect.ts";
import presentPack from "./bundle/pack.ts";
import { presentPull, presentPush } from "./bundle/share.ts";
import presentUnpack, { unpackedLines } from "./bundle/unpack.ts";
import presentVerify from "./bundle/verify.ts";
import { documentOf } from "./document.ts";
import type { Presenter, Presenters } from "./presenter.ts";
import { KEPT_LINE } from "./secrets.ts";

const presentConformance: Presenter<"conformance"> = (output, terminal) => {
  const failures = output.cases
    .filter((each) => !each.passed)
    .map((each) => {
      const detail = each.detail === null ? "" : ` (${each.detail})`;
      return `${terminal.style("red", "✗")} ${each.format}: ${each.name}: expected ${each.expected}, got ${each.said}${detail}`;
    });
  return [...failures, `${output.passed} passed, ${output.failed} failed`];
};

const presentFormats: Presenter<"formats"> = ({ formats }, terminal) => {
  return formats.flatMap((format, index) => {
    const targets = format.converts.filter(({ fault }) => fault === null).map(({ to }) => to);
    const others = format.converts.filter(({ fault }) => fault !== null);
    const rows = [
      ["contains", format.holds],
      ...(format.versions.length === 0 ? [] : [["versions", format.versions.join(", ")] as const]),
      ["files", format.files.join(", ")],
      ["limits", limitsOf(format.limits)],
      ["converts to", targets.join(", ") || "nothing"],
      ...others.map(({ to, fault }) => [`not to ${to}`, fault ?? ""] as const),
    ] as const;
    return [
      ...(index === 0 ? [] : [""]),
      terminal.style("bold", format.name),
      ...wrap(format.description, terminal.width - 2).map((line) => `  ${line}`),
      ...columns(rows, terminal),
    ];
  });
};

function limitsOf(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(
      ([name, value]) =>
        `${name} ${name.endsWith("Bytes") ? formatBytes(value) : formatNumber(value)}`,
    )
    .join(", ");
}

const presentOpen: Presenter<"open"> = (output, terminal) => {
  return unpackedLines("Opened", output, terminal);
};

/** The request itself is printed as it is; this line is for `--json` and notes. */
const presentRender: Presenter<"render"> = ({ format, request }) => [
  `Rendered a ${format} bundle for ${request.renderer.id} (${formatCount(request.resets.length, "change")})`,
];

/** One schema is printed completely; several are listed by their published files. */
const presentSchema: Presenter<"schema"> = ({ schemas }) => {
  const [only] = schemas;
  if (schemas.length === 1 && only) return [documentOf(JSON.stringify(only.schema, null, 2))];
  return schemas.map(({ file }) => `schemas/${file}`);
};

const presentSeal: Presenter<"seal"> = (output, terminal) => {
  const who = formatCount(output.recipients, "recipient");
  return [
    `${terminal.style("green", "Sealed")} ${output.format} for ${who}: ${terminal.path(output.out)} (${formatBytes(output.bytes)})`,
    KEPT_LINE,
  ];
};

const presentSign: Presenter<"sign"> = (output, terminal) => {
  return [
    `${terminal.style("green", "Signed")} ${formatCount(output.files, "file")} with ${output.key_type} ${output.fingerprint}`,
    `Signature: ${terminal.path(output.signature)}`,
  ];
};

const presentKeysNew: Presenter<"keys new"> = ({ file, public_file, fingerprint }, terminal) => {
  const key = quoteForShell(terminal.path(file));
  return [
    `${terminal.style("green", "Created")} key ${terminal.path(file)} and ${terminal.path(public_file)}`,
    `Fingerprint: ${fingerprint}`,
    "Keep the first file to yourself; the one that ends with .pub is for others.",
    `To sign: holdall sign BUNDLE --key ${key}`,
    `To seal: holdall seal BUNDLE --to "$(cat ${quoteForShell(terminal.path(public_file))})" --out FILE.age`,
    `To open: holdall open FILE.age --identity ${key} --out BUNDLE`,
  ];
};

/** How the results of these operations are shown. */
export default {
  inspect: presentInspect,
  verify: presentVerify,
  diff: presentDiff,
  convert: presentConvert,
  render: presentRender,
  pack: presentPack,
  unpack: presentUnpack,
  sign: presentSign,
  push: presentPush,
  pull: presentPull,
  seal: presentSeal,
  open: presentOpen,
  "keys new": presentKeysNew,
  formats: presentFormats,
  schema: presentSchema,
  conformance: presentConformance,
} satisfies Presenters<"bundle">;
