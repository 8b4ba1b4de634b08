import { termSet } from "./vocabulary.ts";

/** Tools of which a project usually chooses one. A line is a group. */
const GROUPS = `
npm pnpm yarn bun
zod yup joi ajv valibot superstruct
jest vitest mocha jasmine ava
webpack vite rollup parcel esbuild turbopack rspack
react vue svelte angular solid preact
next.js nextjs nuxt remix astro gatsby sveltekit
redux mobx zustand pinia vuex recoil jotai
express fastify koa hapi nest nestjs hono
postgres postgresql mysql mariadb sqlite mongodb mongo oracle mssql cockroachdb dynamodb cassandra firestore
bigquery snowflake redshift clickhouse databricks
redis memcached valkey
kafka rabbitmq nats pulsar sqs
bullmq sidekiq celery resque
websockets sse polling
rest graphql grpc trpc soap
eslint biome oxlint
prettier dprint gofmt
docker podman
kubernetes k8s nomad swarm
terraform pulumi cloudformation opentofu
aws azure gcp
vercel netlify cloudflare heroku fly.io render railway
s3 gcs minio
ghcr ecr gcr dockerhub quay
nginx caddy traefik haproxy envoy
argocd flux
ansible puppet chef
jenkins circleci travis buildkite teamcity
github gitlab bitbucket gitea
main trunk master develop
typescript javascript python ruby php perl rust go golang zig bash c++ java kotlin scala swift elixir
prisma drizzle typeorm sequelize knex
axios ky got superagent
moment dayjs luxon date-fns
d3 echarts recharts highcharts plotly
mui chakra antd shadcn mantine
flutter react-native expo ionic
tailwind bootstrap bulma
cypress playwright selenium puppeteer
pytest unittest nose
poetry pipenv uv conda pip pdm
mypy pyright
pandas polars
pytorch tensorflow jax
flask django fastapi
maven gradle bazel
json yaml toml xml
jwt paseto
oauth saml ldap
clerk auth0 okta keycloak cognito
bcrypt argon2 argon2id scrypt
monolith microservices
monorepo polyrepo multirepo
merge rebase squash
mit apache gpl bsd mpl
slack teams discord
jira linear asana trello
elasticsearch opensearch meilisearch solr
winston pino bunyan
sentry bugsnag rollbar
datadog newrelic dynatrace
sendgrid postmark mailgun ses
stripe adyen braintree paddle
launchdarkly unleash flagsmith
mkdocs docusaurus vitepress sphinx
turborepo nx lerna
uuid ulid nanoid
ubuntu debian alpine fedora
utc cet est pst gmt
eur usd gbp chf
euro euros dollar dollars
`;

const groupOf: ReadonlyMap<string, number> = new Map(
  GROUPS.trim()
    .split("\n")
    .flatMap((line, group) => [...termSet(line)].map((word): [string, number] => [word, group])),
);

/** Spellings of one tool. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["postgresql", "postgres"],
  ["mongo", "mongodb"],
  ["k8s", "kubernetes"],
  ["golang", "go"],
  ["nextjs", "next.js"],
  ["argon2id", "argon2"],
  ["euros", "euro"],
  ["dollars", "dollar"],
]);

/** Whether two words name different tools for the same purpose. */
export function areAlternatives(left: string, right: string): boolean {
  const group = groupOf.get(left);
  if (group === undefined || group !== groupOf.get(right)) return false;
  return !areSpellings(left, right);
}

/** Whether two words are spellings of one tool. */
export function areSpellings(left: string, right: string): boolean {
  return (SPELLINGS.get(left) ?? left) === (SPELLINGS.get(right) ?? right);
}

/** Whether a word names a tool. */
export const isTool = (word: string) => groupOf.has(word);
