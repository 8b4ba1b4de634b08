/** Versions whose sessions were read; the program of the newest also resumed what we wrote. */
export const testedVersions = { oldest: "0.24.4", newest: "0.24.4" } as const;
