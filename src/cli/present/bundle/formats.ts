import { formatBytes, formatNumber } from "../../../base/text/format-count.ts";
import { columns, wrap } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"formats"> = ({ formats }, terminal) => {
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

export default present;

function limitsOf(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(
      ([name, value]) =>
        `${name} ${name.endsWith("Bytes") ? formatBytes(value) : formatNumber(value)}`,
    )
    .join(", ");
}
