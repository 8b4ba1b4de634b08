/** A token whose form its maker publishes: the form alone is the evidence. */
export interface TokenForm {
  /** What the placeholder and the report call it. */
  readonly kind: string;
  /** Literals of which every such token begins with one; none when it has to be searched for by `within`. */
  readonly starts: readonly string[];
  /** A literal that every such token contains; only for forms without a fixed beginning. */
  readonly within?: string;
  /** A quick look whether a text can have one at all, where the literal is in nearly every text. */
  readonly mayContain?: (text: string) => boolean;
  /** The rest of the form, from its first character on. Every repetition has an upper limit. */
  readonly pattern: RegExp;
}

const LONG = 8192;

/** A form that begins with one of several literals, followed by `rest`. */
function form(kind: string, starts: string, rest: string): TokenForm {
  const literals = starts.split(" ");
  const source = literals.map((each) => each.replaceAll(/[.$+/]/g, "\\$&")).join("|");
  return { kind, starts: literals, pattern: new RegExp(`(?:${source})${rest}`, "y") };
}

/** A form without a fixed beginning. */
function formWithin(kind: string, within: string, source: string): TokenForm {
  return { kind, starts: [], within, pattern: new RegExp(source, "g") };
}

/**
 * The published forms, grouped by who gives the tokens out. The first that fits names the token, so
 * that `sk-ant-` comes before `sk-`. The ends are as tight as the makers' words allow: a form that
 * also fits an ordinary name would damage text.
 */
export const tokenForms: readonly TokenForm[] = [
  // Our own: an agent's token for a team's server.
  form("holdall_token", "holdall_", "(?=[\\w-]{0,42}\\d)(?=[\\w-]{0,42}[A-Z])[\\w-]{43}(?![\\w-])"),

  // Models and what is built on them.
  form("anthropic_key", "sk-ant-", `[\\w-]{20,${LONG}}`),
  form("openrouter_key", "sk-or-", `(?:v1-)?[\\w-]{20,${LONG}}`),
  form("langfuse_key", "sk-lf-", "[0-9a-f]{8}-[0-9a-f-]{20,40}"),
  form("openai_key", "sk-proj- sk-svcacct- sk-admin- sk-None-", `[\\w-]{20,${LONG}}`),
  form("openai_key", "sk-", `(?=[\\w-]{0,200}\\d)[A-Za-z0-9][\\w-]{18,${LONG}}[A-Za-z0-9]`),
  form("elevenlabs_key", "sk_", "[0-9a-f]{40,64}\\b"),
  form("groq_key", "gsk_", `[A-Za-z0-9]{40,${LONG}}`),
  form("xai_key", "xai-", `[A-Za-z0-9]{40,${LONG}}`),
  form("cerebras_key", "csk-", "[a-z0-9]{40,64}\\b"),
  form("nvidia_key", "nvapi-", "[\\w-]{60,80}"),
  form("perplexity_key", "pplx-", "[A-Za-z0-9]{40,64}\\b"),
  form("replicate_token", "r8_", `[A-Za-z0-9]{30,${LONG}}`),
  form("huggingface_token", "hf_ api_org_", `[A-Za-z0-9]{30,${LONG}}`),
  form("fireworks_key", "fw_", "[A-Za-z0-9]{22,32}\\b"),
  form("voyage_key", "pa-", "(?=[\\w-]{0,60}\\d)[A-Za-z0-9][\\w-]{41,46}\\b"),
  form("tavily_key", "tvly-", "(?:dev-|prod-)?[A-Za-z0-9-]{28,48}\\b"),
  form("firecrawl_key", "fc-", "[0-9a-f]{32}\\b"),
  form("jina_key", "jina_", "[A-Za-z0-9_-]{40,80}"),
  form("pinecone_key", "pcsk_", "[A-Za-z0-9_]{50,90}"),
  form("langsmith_key", "lsv2_", "(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\\b"),
  form("apify_token", "apify_api_", "[A-Za-z0-9]{30,50}\\b"),
  form("e2b_key", "e2b_", "[0-9a-f]{40}\\b"),
  form("nostr_key", "nsec1", "[02-9ac-hj-np-z]{58}\\b"),
  form("brave_key", "BSA", "(?=[A-Za-z_-]{0,28}\\d)[\\w-]{27,29}\\b"),
  form("wandb_key", "wandb_v1_", "[\\w-]{40,120}"),
  form(
    "logfire_token",
    "pylf_v1_ pylf_v2_",
    "(?:[a-z]{2,8}_)?[A-Za-z0-9-]{30,80}(?:_[\\w-]{10,80})?",
  ),
  form("llamacloud_key", "llx-", "[A-Za-z0-9]{40,64}\\b"),
  form("together_key", "tgp_v1_", "[\\w-]{36,64}"),
  form("anyscale_key", "esecret_", "[A-Za-z0-9]{24,64}\\b"),
  form(
    "modal_token",
    "ak- as-",
    "(?=[A-Za-z]{0,21}\\d)(?=[A-Z0-9]{0,21}[a-z])(?=[a-z0-9]{0,21}[A-Z])[A-Za-z0-9]{22}\\b",
  ),
  form("mem0_key", "m0-", "[A-Za-z0-9]{38,48}\\b"),
  form("cursor_key", "crsr_ key_", "[0-9a-f]{64}\\b"),
  form("salad_key", "salad_cloud_", "[A-Za-z0-9]{1,12}_[A-Za-z0-9]{20,235}\\b"),

  // Code hosting, packages, builds.
  form("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9_]{36,255}"),
  form("github_token", "github_pat_", "\\w{22,255}"),
  form(
    "gitlab_token",
    "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glwt- glffct-",
    `[\\w.-]{20,${LONG}}`,
  ),
  form("gitlab_token", "GR1348941", "[\\w-]{20,40}"),
  form("bitbucket_token", "ATBB", "[A-Za-z0-9]{24,32}\\b"),
  form("atlassian_token", "ATATT3 ATCTT3", "[\\w=-]{60,400}"),
  form("trello_token", "ATTA", "[0-9a-f]{64}\\w{0,12}"),
  form("npm_token", "npm_", "[A-Za-z0-9]{36}\\b"),
  form("pypi_token", "pypi-AgE", `[\\w-]{50,${LONG}}`),
  form("pypi_token", "pypi-", `[\\w-]{85,${LONG}}`),
  form("rubygems_key", "rubygems_", "[0-9a-f]{48}\\b"),
  form("crates_token", "cio", "(?=[A-Za-z]{0,31}\\d)[A-Za-z0-9]{32}\\b"),
  form("nuget_key", "oy2", "[a-z0-9]{43}\\b"),
  form("clojars_token", "CLOJARS_", "[0-9a-z]{60}\\b"),
  form("packagist_token", "packagist_", "[a-z]{3}_[0-9a-f]{60,80}\\b"),
  form("docker_token", "dckr_pat_ dckr_oat_", `[\\w-]{20,${LONG}}`),
  form("artifactory_token", "AKCp", "[A-Za-z0-9]{65,80}\\b"),
  form("artifactory_token", "cmVmdGtu", "[A-Za-z0-9]{50,60}\\b"),
  form("circleci_token", "CCIPAT_ CCIPRJ_", "[A-Za-z0-9]{20,30}_[0-9a-f]{40}\\b"),
  form("buildkite_token", "bkua_ bkpt_ bkat_", "[0-9a-z]{40}\\b"),
  form("sonar_token", "sqp_ squ_ sqa_", "[0-9a-f]{40}\\b"),
  form("snyk_token", "snyk_", "[\\w-]{36,100}"),
  form("sourcegraph_token", "sgp_", "(?:[a-z0-9-]{1,20}_)?[0-9a-fA-F]{40}\\b"),
  form("sourcegraph_token", "sgd_ slk_", "[0-9a-f]{64}\\b"),
  form("octopus_key", "API-", "(?=[A-Z]{0,25}\\d)[A-Z0-9]{25,34}\\b"),
  form("harness_key", "pat. sat.", "[\\w-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}\\b"),
  form("bitbucket_token", "BBDC-", "[A-Za-z0-9+/@_-]{40,50}"),
  form("gitpod_token", "gitpod_pat_", "[\\w.-]{40,120}"),
  form("socket_token", "sktsec_", "[\\w-]{30,80}"),
  form("infracost_key", "ico-", "[A-Za-z0-9]{32}\\b"),
  form("scalingo_token", "tk-us-", "[\\w-]{48}"),
  form("polar_token", "polar_oat_ polar_pat_ polar_at_ polar_rt_", "[\\w-]{30,80}"),
  form("trigger_key", "tr_dev_ tr_prod_ tr_stg_ tr_pat_", "[A-Za-z0-9]{20,64}\\b"),
  form(
    "launchdarkly_key",
    "api-",
    "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\\b",
  ),
  form("deno_token", "ddp_ ddo_", "[A-Za-z0-9]{36}\\b"),
  form("openshift_token", "sha256~", "[\\w-]{43}"),
  form("inngest_key", "signkey-prod- signkey-test-", "[0-9a-f]{32,64}\\b"),
  form("readme_key", "rdme_", "[a-z0-9]{70}\\b"),
  form(
    "launchdarkly_key",
    "sdk- mob-",
    "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b",
  ),

  // Clouds and what runs in them.
  form("aws_key_id", "AKIA ASIA ABIA ACCA", "[0-9A-Z]{16}\\b"),
  form("aws_key_id", "A3T", "[A-Z0-9][A-Z2-7]{16}\\b"),
  form("aws_session_token", "IQoJb3JpZ2lu", `[A-Za-z0-9+/]{100,${LONG}}={0,2}`),
  form("aws_bedrock_key", "ABSK", "[A-Za-z0-9+/]{100,400}={0,2}"),
  form("aws_bedrock_key", "bedrock-api-key-", "[A-Za-z0-9+/=]{40,400}"),
  form("google_key", "AQ.Ab", "[\\w-]{40,120}"),
  form("google_key", "AIza", "[\\w-]{35}"),
  form("google_token", "ya29.", `[\\w-]{20,${LONG}}`),
  form("google_client_secret", "GOCSPX-", "[\\w-]{24,40}"),
  form("google_refresh_token", "1//0", "[\\w-]{30,200}"),
  form("alibaba_key_id", "LTAI", "[A-Za-z0-9]{16,24}\\b"),
  form("tencent_key_id", "AKID", "(?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{32,36}\\b"),
  form("yandex_token", "AQVN", "[\\w-]{35,45}\\b"),
  form("yandex_token", "y0_", "[\\w-]{39,65}\\b"),
  form("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", "[a-f0-9]{64}\\b"),
  form("heroku_key", "HRKU-", "[\\w-]{30,70}"),
  form("netlify_token", "nfp_ nfc_ nfo_", "[A-Za-z0-9]{36,44}\\b"),
  form("vercel_token", "vcp_ vci_ vca_ vcr_ vck_", "[A-Za-z0-9]{24,80}\\b"),
  form("fly_token", "fo1_", "[\\w-]{43}\\b"),
  form("fly_token", "fm1a_ fm1r_ fm2_", `[A-Za-z0-9+/]{60,${LONG}}={0,3}`),
  form("render_key", "rnd_", "[A-Za-z0-9]{24,40}\\b"),
  form("cloudflare_token", "v1.0-", "[a-f0-9]{24}-[a-f0-9]{146}\\b"),
  form("cloudflare_token", "cfut_ cfat_ cfk_", "[\\w-]{30,80}"),
  form("terraform_token", "at-", "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}"),
  form("pulumi_token", "pul-", "[0-9a-f]{40}\\b"),
  form(
    "doppler_token",
    "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
    "(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}\\b",
  ),
  form("vault_token", "hvs. hvb. hvr.", `[\\w-]{20,${LONG}}`),
  form(
    "authress_key",
    "sc_ ext_ scauth_ authress_",
    "[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[\\w+/=-]{30,120}",
  ),
  form("onepassword_token", "ops_eyJ", `[\\w=-]{60,${LONG}}`),
  form("onepassword_key", "A3-", "[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,6}\\b"),
  form("tailscale_key", "tskey-", "(?:auth|api|client|scim|webhook)-[\\w-]{12,80}"),
  form("infisical_token", "st.", "[0-9a-f-]{24,36}\\.[0-9a-f]{32}\\.[0-9a-f]{32}\\b"),
  form("swarm_token", "SWMTKN-1-", "[a-z0-9]{50}-[a-z0-9]{25}\\b"),
  form("age_key", "AGE-SECRET-KEY-1", "[0-9A-Z]{58}\\b"),
  form("age_key", "AGE-PLUGIN-", "[A-Z0-9]{2,30}-1[0-9A-Z]{20,400}\\b"),
  form(
    "ory_token",
    "ory_at_ ory_rt_ ory_pat_ ory_st_ ory_ac_ ory_lo_ ory_apikey_ ory_wak_",
    "[\\w.-]{20,200}",
  ),
  form("netbird_token", "nbp_", "[A-Za-z0-9]{36}\\b"),
  form("headscale_key", "hskey-", "(?:auth|api|reg)-[\\w-]{20,100}"),
  form("stytch_secret", "secret-live- secret-test-", "[\\w=-]{30,60}"),
  form("matrix_token", "syt_", "[A-Za-z0-9+/=]{2,80}_[A-Za-z]{20}_[A-Za-z0-9]{6}\\b"),
  form("settlemint_token", "sm_aat_ sm_pat_ sm_sat_", "[A-Za-z0-9]{16}\\b"),
  form("intra42_secret", "s-s4t2ud- s-s4t2af- u-s4t2ud- u-s4t2af-", "[0-9a-f]{64}\\b"),
  form("unkey_key", "unkey_", "(?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{22,64}\\b"),
  form("zoho_token", "1000.", "[0-9a-f]{32}\\.[0-9a-f]{32}\\b"),

  // Databases.
  form("databricks_token", "dapi", "[a-f0-9]{32}(?:-\\d)?\\b"),
  form("meta_token", "EAA", "[A-Za-z0-9]{80,300}\\b"),
  form("supabase_key", "sbp_", "[0-9a-f]{40}\\b"),
  form("supabase_key", "sb_secret_", "[\\w-]{20,60}"),
  form("planetscale_token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "[\\w=.-]{32,64}"),
  form("neon_key", "napi_", "[A-Za-z0-9]{40,100}\\b"),
  form("xata_key", "xau_", "[A-Za-z0-9]{32,64}\\b"),
  form("vercel_blob_token", "vercel_blob_rw_", "[A-Za-z0-9]{16}_[A-Za-z0-9]{30,40}\\b"),
  form("aiven_password", "AVNS_", "[\\w-]{15,40}"),
  form("cockroach_key", "CCDB1_", "[A-Za-z0-9]{22}_[A-Za-z0-9]{40}\\b"),
  form("mongodb_key", "mdb_sa_sk_", "[\\w-]{40,60}"),
  form("clickhouse_key", "4b1d", "(?=[A-Za-z]{0,37}\\d)(?=[0-9a-z]{0,37}[A-Z])[A-Za-z0-9]{38}\\b"),
  form("astra_token", "AstraCS:", "[A-Za-z]{20,30}:[0-9a-f]{64}\\b"),
  form("prefect_key", "pnu_ pnb_", "[A-Za-z0-9]{36}\\b"),

  // Messages and mail.
  form("twitter_token", "AAAAAAAAAAAAAAAAAA", "A{0,6}(?=[A-Za-z0-9]{0,60}%)[A-Za-z0-9%]{70,120}"),
  form(
    "slack_token",
    "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs-",
    `[\\w.%-]{10,${LONG}}`,
  ),
  form("slack_token", "xapp-", `\\d-[\\w-]{10,${LONG}}`),
  form("sendgrid_key", "SG.", "[\\w-]{16,32}\\.[\\w-]{16,64}"),
  form("mailgun_key", "key-", "[0-9a-f]{32}\\b"),
  form("brevo_key", "xkeysib- xsmtpsib-", "[0-9a-f]{64}-[A-Za-z0-9]{16}\\b"),
  form("resend_key", "re_", "[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,32}\\b"),
  form("twilio_key", "SK", "[0-9a-f]{32}\\b"),
  form("mailersend_key", "mlsn.", "[0-9a-f]{64}\\b"),
  form("onesignal_key", "os_v2_app_ os_v2_org_", "[a-z0-9]{60,140}\\b"),
  form("nylas_key", "nyk_v0_", "[A-Za-z0-9]{40,80}\\b"),

  // Payments and shops.
  form(
    "stripe_key",
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
    `[A-Za-z0-9]{10,${LONG}}`,
  ),
  form("stripe_key", "whsec_", `[\\w+/=]{20,${LONG}}`),
  form("square_token", "sq0atp- sq0csp- sq0idp-", "[\\w-]{22,60}"),
  form("square_token", "EAAA", "(?=[A-Za-z_-]{0,80}\\d)[\\w-]{60}\\b"),
  form(
    "paypal_token",
    "access_token$production$ access_token$sandbox$",
    "[0-9a-z]{13,16}\\$[0-9a-f]{32}\\b",
  ),
  form(
    "plaid_token",
    "access-sandbox- access-development- access-production-",
    "[0-9a-f]{8}-[0-9a-f-]{27}\\b",
  ),
  form("shopify_token", "shpat_ shpca_ shppa_ shpss_", "[A-Za-z0-9]{32}\\b"),
  form("flutterwave_key", "FLWSECK-", "[0-9a-f]{32}-X\\b"),
  form("flutterwave_key", "FLWSECK_TEST-", "[0-9a-hA-H]{12,32}(?:-X)?\\b"),
  form("duffel_token", "duffel_live_ duffel_test_", "[\\w=-]{43}"),
  form("razorpay_key", "rzp_live_ rzp_test_", "[A-Za-z0-9]{14,24}\\b"),
  form("paddle_key", "pdl_live_apikey_ pdl_sdbx_apikey_", "[A-Za-z0-9_]{30,80}"),
  form("easypost_key", "EZAK EZTK", "[a-zA-Z0-9]{54}\\b"),
  form("shippo_token", "shippo_live_ shippo_test_", "[a-fA-F0-9]{40}\\b"),
  form("woocommerce_key", "ck_ cs_", "[0-9a-f]{40}\\b"),
  form("ramp_secret", "ramp_sec_", "[A-Za-z0-9]{48}\\b"),
  form("adafruit_key", "aio_", "[A-Za-z0-9]{28}\\b"),

  // Watching and measuring.
  form("grafana_token", "eyJrIjoi", "[A-Za-z0-9]{70,400}={0,3}"),
  form("grafana_token", "glc_", "[A-Za-z0-9+/]{32,400}={0,3}"),
  form("grafana_token", "glsa_", "[A-Za-z0-9]{32}_[0-9a-fA-F]{8}\\b"),
  form("newrelic_key", "NRAK- NRII- NRJS- NRAL- NRIQ-", "[\\w-]{19,42}\\b"),
  form("sentry_token", "sntrys_eyJ", `[\\w+/=]{40,${LONG}}`),
  form("sentry_token", "sntryu_", "[a-f0-9]{64}\\b"),
  form("sentry_token", "sntrya_ sntryi_", "[a-f0-9]{64}\\b"),
  form("axiom_token", "xaat- xapt-", "[0-9a-f]{8}-[0-9a-f-]{27}\\b"),
  form("rootly_key", "rootly_", "[0-9a-f]{64}\\b"),
  form("dynatrace_token", "dt0c01. dt0s01. dt0s16.", "[A-Z0-9]{8,24}\\.[A-Z0-9]{64}\\b"),
  form("segment_token", "sgp_", "[A-Za-z0-9]{64}\\b"),
  form("posthog_key", "phx_ phs_", "[A-Za-z0-9]{30,64}\\b"),
  form("honeycomb_key", "hcaik_ hcbik_ hcxik_", "[a-z0-9]{58}\\b"),

  // Planning and drawing.
  form("asana_token", "0/ 1/ 2/", "\\d{10,20}(?:/\\d{10,20})?:[0-9a-f]{32}\\b"),
  form("wakatime_key", "waka_", "[0-9a-f]{8}-[0-9a-f-]{27}\\b"),
  form("linear_key", "lin_api_ lin_oauth_", `[A-Za-z0-9]{30,${LONG}}`),
  form("notion_token", "ntn_", `[A-Za-z0-9]{40,${LONG}}`),
  form("notion_token", "secret_", "[A-Za-z0-9]{43}\\b"),
  form("airtable_token", "pat", "[A-Za-z0-9]{14}\\.[0-9a-f]{64}\\b"),
  form("figma_token", "figd_ figo_ figu_ figoh_ figp_", "[\\w-]{36,60}"),
  form("clickup_token", "pk_", "\\d{5,12}_[A-Z0-9]{32}\\b"),
  form("hubspot_token", "pat-na1- pat-na2- pat-eu1-", "[0-9a-f]{8}-[0-9a-f-]{27}\\b"),
  form("contentful_token", "CFPAT-", "[\\w-]{43}"),
  form("typeform_token", "tfp_", "[\\w.-]{40,60}"),
  form("frameio_token", "fio-u-", "[\\w=-]{64}"),
  form("calcom_key", "cal_live_", "[0-9a-f]{32}\\b"),
  form("postman_key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}\\b"),
  form("mapbox_token", "sk.eyJ", "[\\w-]{20,200}\\.[\\w-]{10,100}"),
  form("dropbox_token", "sl.", "[\\w-]{120,1200}"),
  form("adobe_secret", "p8e-", "[A-Za-z0-9]{32}\\b"),
  form("facebook_token", "EAAC EAAG EAAB EAAE", "(?=[A-Za-z]{0,80}\\d)[A-Za-z0-9]{80,300}\\b"),

  // The key that a framework writes into a new project.
  form("django_key", "django-insecure-", "[a-z0-9!@#$%^&*(_=+)-]{30,80}"),

  // Money that is a number.
  form("wallet_key", "xprv yprv zprv tprv", "[1-9A-HJ-NP-Za-km-z]{100,112}\\b"),

  // Without a fixed beginning.
  formWithin(
    "jwt",
    "eyJ",
    `(?<![\\w-])eyJ[\\w-]{8,${LONG}}\\.eyJ[\\w-]{8,${LONG}}\\.[\\w-]{8,${LONG}}`,
  ),
  formWithin(
    "jwt",
    "eyJ",
    `(?<![\\w-])eyJ[\\w-]{16,1024}\\.[\\w-]{0,1024}\\.[\\w-]{12,64}\\.[\\w-]{16,${LONG}}\\.[\\w-]{16,64}`,
  ),
  formWithin(
    "discord_token",
    ".",
    "(?<![\\w.-])[MNO][A-Za-z0-9]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w-])",
  ),
  // Also after the word `bot`, as in the addresses of its interface.
  formWithin("telegram_token", ":AA", "(?<!\\d)\\d{8,10}:AA[\\w-]{32,33}(?![\\w-])"),
  {
    ...formWithin("mailgun_key", "-", "(?<![\\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\\w-])"),
    mayContain: hasLongHexBeforeDash,
  },
  {
    ...formWithin("mailchimp_key", "-us", "(?<![\\w-])[0-9a-f]{32}-us\\d{1,2}\\b"),
    mayContain: hasLongHexBeforeDash,
  },
  formWithin("firebase_key", ":APA91b", "\\b[\\w-]{11}:APA91b[\\w-]{100,180}"),
  formWithin("maxmind_key", "_mmk", "\\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\\b"),
  formWithin("terraform_token", ".atlasv1.", "\\b[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}"),
  formWithin("azure_secret", "Q~", "(?<![\\w~.-])[\\w~.-]{3}\\dQ~[\\w~.-]{31,34}(?![\\w~.-])"),
  formWithin("azure_devops_token", "AZDO", "\\b[A-Za-z0-9]{60,80}AZDO[A-Za-z0-9]{4}\\b"),
  formWithin("salesforce_token", "!A", "\\b00D[A-Za-z0-9]{12,15}!A[\\w.]{80,120}"),
];

/** Whether 32 hexadecimal digits are right before a dash somewhere. */
function hasLongHexBeforeDash(text: string): boolean {
  for (let at = text.indexOf("-", 32); at !== -1; at = text.indexOf("-", at + 1)) {
    let digits = 0;
    while (digits < 32 && isHexDigit(text.charCodeAt(at - 1 - digits))) digits++;
    if (digits === 32) return true;
  }
  return false;
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
}
