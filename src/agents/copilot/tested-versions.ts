/** The versions of Copilot CLI that were tried. */
export const testedVersions = { oldest: "1.0.64", newest: "1.0.102" } as const;
