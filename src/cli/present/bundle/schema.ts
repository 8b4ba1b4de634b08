interface Output {
  readonly schemas: readonly { readonly file: string; readonly schema: unknown }[];
}

/** One schema is printed whole; several are listed by the file they are published as. */
export default function present({ schemas }: Output): string[] {
  const [only] = schemas;
  if (schemas.length === 1 && only) return JSON.stringify(only.schema, null, 2).split("\n");
  return schemas.map(({ file }) => `schemas/${file}`);
}
