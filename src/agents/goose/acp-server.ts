import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { databasePath, ownDatabase } from "./locate.ts";
import { QUIET } from "./run-program.ts";

/** `goose acp`. Its sessions are in its database, of which the server gets a copy. It would ask for a list of models. */
export const acpServer: AcpServer = {
  command: ["goose", "acp"],
  async copySession({ environment, home }) {
    const database = await ownDatabase(environment);
    if (database === null) throw new Error("Goose did not import the session");
    return {
      files: [{ path: databasePath({ home, env: {} }), database }],
      variables: {
        ...QUIET,
        GOOSE_PROVIDER: "openai",
        GOOSE_MODEL: "unused",
        OPENAI_HOST: NOWHERE,
        OPENAI_API_KEY: "unused",
      },
    };
  },
};
