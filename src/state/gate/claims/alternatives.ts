import { termSet } from "./vocabulary.ts";

/** Tools of which a project usually chooses one. A line is a group. */
const GROUPS = `
npm pnpm yarn bun
zod yup joi ajv valibot superstruct
jest vitest mocha jasmine ava
webpack vite rollup parcel esbuild turbopack rspack
react vue svelte angular solid preact
redux mobx zustand pinia vuex recoil jotai
express fastify koa hapi nest nestjs hono
postgres postgresql mysql mariadb sqlite mongodb oracle mssql cockroachdb
redis memcached valkey
kafka rabbitmq nats pulsar sqs
rest graphql grpc trpc soap
eslint biome oxlint
prettier dprint gofmt
docker podman
kubernetes nomad swarm
terraform pulumi cloudformation opentofu
aws azure gcp
vercel netlify cloudflare heroku
jenkins circleci travis buildkite
github gitlab bitbucket gitea
main trunk master develop
typescript javascript python ruby php perl rust go zig c++ java kotlin scala swift elixir
prisma drizzle typeorm sequelize knex
axios ky got superagent
moment dayjs luxon date-fns
tailwind bootstrap bulma
cypress playwright selenium puppeteer
pytest unittest nose
poetry pipenv uv conda
flask django fastapi
maven gradle bazel
json yaml toml xml
jwt paseto
oauth saml ldap
monolith microservices
monorepo polyrepo multirepo
merge rebase squash
mit apache gpl bsd mpl
slack teams discord
jira linear asana trello
elasticsearch opensearch meilisearch solr
winston pino bunyan
ubuntu debian alpine fedora
utc cet est pst gmt
`;

const groupOf: ReadonlyMap<string, number> = new Map(
  GROUPS.trim()
    .split("\n")
    .flatMap((line, group) => [...termSet(line)].map((word): [string, number] => [word, group])),
);

/** Spellings of one tool. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([["postgresql", "postgres"]]);

/** The group of tools that a word belongs to; null for other words. */
export function alternativeGroup(word: string): number | null {
  return groupOf.get(word) ?? null;
}

/** Whether two words name different tools for the same purpose. */
export function areAlternatives(left: string, right: string): boolean {
  const group = groupOf.get(left);
  if (group === undefined || group !== groupOf.get(right)) return false;
  return (SPELLINGS.get(left) ?? left) !== (SPELLINGS.get(right) ?? right);
}

/** Names of tools that are ordinary words too. */
const ORDINARY = termSet(
  "rest go flow est got linear solid nest express teams main master develop merge rebase squash oracle swarm slack parcel java bun uv flask bulma koa joi ava mit json yaml xml got spring swift oracle",
);

/** Whether a word can hardly mean anything but the tool. */
export function isDistinctive(word: string): boolean {
  return !ORDINARY.has(word);
}
