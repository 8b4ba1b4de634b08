import * as z from "zod";

const variableName = () =>
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "is not the name of a variable");

/** Names of variables of the user's environment that a program gets besides those on its list. */
export const variablesInput = {
  env: z
    .array(variableName())
    .max(100)
    .default([])
    .describe("Variable of your environment that the programs get")
    .meta({ placeholder: "NAME" }),
};
