interface Output {
  readonly script: string;
}

export default function present({ script }: Output): string[] {
  return script.trimEnd().split("\n");
}
