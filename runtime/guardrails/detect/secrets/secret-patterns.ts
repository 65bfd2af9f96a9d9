// Key and token formats documented by their services. Each starts with a distinctive prefix; all repetitions are
// bounded. They are searched in long runs of key characters (`find-secrets.ts`).

/** Most specific first: where two match the same range, the first wins. */
export const secretPatterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['ANTHROPIC_KEY', /sk-ant-[\w-]{20,200}/g],
  ['OPENROUTER_KEY', /sk-or-(?:v1-)?[\w-]{32,100}/g],
  ['OPENAI_KEY', /sk-(?:proj|svcacct|admin|None)-[\w-]{20,200}|sk-[A-Za-z0-9]{32,100}/g],
  ['STRIPE_KEY', /(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9+/]{32,64}/g],
  ['AWS_ACCESS_KEY', /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g],
  ['GOOGLE_KEY', /AIza[\w-]{35}(?![\w-])|GOCSPX-[\w-]{28}|ya29\.[\w-]{20,200}/g],
  ['GITHUB_TOKEN', /gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255}/g],
  ['GITLAB_TOKEN', /gl(?:pat|dt|rt|ptt|cbt|oas|soat|agent)-[\w-]{20,100}/g],
  [
    'SLACK_TOKEN',
    /xox[abeoprs]-[\w-]{10,200}|xapp-\d-[\w-]{20,200}|hooks\.slack\.com\/services\/[\w/]{20,100}/g,
  ],
  ['HUGGING_FACE_TOKEN', /(?:hf|api_org)_[A-Za-z0-9]{30,100}/g],
  ['NPM_TOKEN', /npm_[A-Za-z0-9]{36}(?!\w)/g],
  ['PYPI_TOKEN', /pypi-[\w-]{50,255}/g],
  ['RUBYGEMS_TOKEN', /rubygems_[a-f0-9]{48}/g],
  ['DOCKER_TOKEN', /dckr_(?:pat|oat)_[\w-]{24,100}/g],
  ['SENDGRID_KEY', /SG\.[\w-]{16,32}\.[\w-]{32,64}/g],
  ['MAILGUN_KEY', /key-[a-f0-9]{32}(?!\w)/g],
  ['TWILIO_KEY', /SK[a-f0-9]{32}(?!\w)/g],
  ['GROQ_KEY', /gsk_[A-Za-z0-9]{40,100}/g],
  ['XAI_KEY', /xai-[A-Za-z0-9]{60,100}/g],
  ['PERPLEXITY_KEY', /pplx-[A-Za-z0-9]{40,100}/g],
  ['REPLICATE_TOKEN', /r8_[A-Za-z0-9]{36,50}/g],
  ['NVIDIA_KEY', /nvapi-[\w-]{50,100}/g],
  ['DIGITALOCEAN_TOKEN', /do[opr]_v1_[a-f0-9]{64}/g],
  ['SHOPIFY_TOKEN', /shp(?:at|ca|pa|ss|ua)_[A-Fa-f0-9]{32}/g],
  ['DATABRICKS_TOKEN', /dapi[a-f0-9]{32}(?!\w)/g],
  ['ATLASSIAN_TOKEN', /ATATT3[\w=-]{50,255}/g],
  ['NOTION_TOKEN', /(?:ntn_|secret_)[A-Za-z0-9]{40,60}/g],
  ['LINEAR_KEY', /lin_(?:api|oauth)_[A-Za-z0-9]{32,64}/g],
  ['SENTRY_TOKEN', /sntry[us]_[\w=+/-]{40,255}/g],
  ['GRAFANA_TOKEN', /gl(?:sa|c)_[\w=+/-]{32,255}/g],
  ['POSTMAN_KEY', /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g],
  ['VAULT_TOKEN', /hv[sbr]\.[\w-]{24,255}/g],
  ['AGE_KEY', /AGE-SECRET-KEY-1[A-Z0-9]{58}/g],
  ['SUPABASE_TOKEN', /sb(?:p|_secret)_[A-Za-z0-9_]{30,64}/g],
  ['TELEGRAM_TOKEN', /(?:bot)?\d{8,10}:AA[\w-]{33}(?![\w-])/g],
  ['DISCORD_TOKEN', /[MNO][\w-]{23,26}\.[\w-]{6}\.[\w-]{27,45}/g],
  ['AZURE_STORAGE_KEY', /AccountKey=[A-Za-z0-9+/]{80,100}={0,2}/g],
]

/** A JSON web token: the header segment, and the two segments after it (claims, signature). */
export const jsonWebToken = {
  head: /(?<![\w-])eyJ[\w-]{8,2000}(?=\.)/g,
  tail: /\.[\w-]{4,8000}\.[\w-]{10,2000}/y,
}
