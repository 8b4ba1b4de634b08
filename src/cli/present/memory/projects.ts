import { printable } from "../../../base/text.ts";

interface Output {
  readonly units: Readonly<Record<string, number>>;
}

export default function present({ units }: Output): string[] {
  const lines = Object.entries(units).map(([name, count]) => `${printable(name)}  ${count} units`);
  return lines.length === 0 ? ["no units; keep one with `holdall memory store`"] : lines;
}
