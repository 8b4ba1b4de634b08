import { columns, type Terminal } from "../terminal.ts";

interface Output {
  readonly formats: readonly {
    readonly name: string;
    readonly description: string;
    readonly holds: string;
    readonly versions: readonly string[];
    readonly files: readonly string[];
    readonly converts: readonly { readonly to: string; readonly fault: string | null }[];
  }[];
}

export default function present({ formats }: Output, terminal: Terminal): string[] {
  return formats.flatMap((format, index) => {
    const targets = format.converts.filter(({ fault }) => fault === null).map(({ to }) => to);
    const others = format.converts.filter(({ fault }) => fault !== null);
    const rows = [
      ["holds", format.holds],
      ["files", format.files.join(", ")],
      ["converts to", targets.join(", ") || "nothing"],
      ...others.map(({ to, fault }) => [`not to ${to}`, fault ?? ""] as const),
    ] as const;
    return [
      ...(index === 0 ? [] : [""]),
      `${terminal.style("bold", format.name)} ${format.versions.join(", ")}`,
      `  ${format.description}`,
      ...columns(rows, terminal),
    ];
  });
}
