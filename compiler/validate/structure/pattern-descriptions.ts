// Descriptions of the schema patterns, by property name. A test requires an entry for each pattern.

const URL_DESCRIPTION = 'must be a URL such as https://host/path, without a fragment'
const BASE_URL_DESCRIPTION = 'must be a URL such as https://host, without a query'
const DIGEST_DESCRIPTION = 'must be sha256: and 64 lower-case hexadecimal digits'
const DAY_DESCRIPTION = 'must be a day such as "2027-01-31"'
const SCOPE_DESCRIPTION = 'must be a scope without spaces or quotes'
const DURATION_DESCRIPTION = 'must be a duration such as "500ms", "15s", "10m" or "1h"'
const SHARE_DESCRIPTION = 'must be a percentage such as "10%"'
const HEADER_DESCRIPTION = 'must be a header name: letters, digits and hyphens'

export const PATTERN_DESCRIPTIONS: Readonly<Record<string, string>> = {
  header_prefix:
    'must contain only lower-case letters, digits and hyphens, start with a letter and end with a hyphen, such as "x-gateway-"',
  public_url: 'must be an http or https URL without a path, such as "https://gateway.example.com"',
  pinned: 'must be sha256: and 64 lower-case hexadecimal digits',
  hosts:
    'must be a host name or address with an optional port, such as "gateway.internal" or "10.0.0.5:8787"',
  webhook_hosts:
    'must be a lower-case host, or *. and a domain, with an optional port, such as "hooks.example.com" or "*.example.com"',
  issuer: 'must be an http or https URL without a query, such as "https://login.example.com"',
  jwks_url: 'must be an http or https URL',
  store: 'must start with sqlite:, folder:, s3: or postgres://, or be a reference such as ${env:STORE_URL}',
  state: 'must be memory:, start with redis:// or rediss://, or be a reference such as ${env:REDIS_URL}',
  proxy:
    'must be env, none, an http or https URL such as "http://proxy.internal:3128", or a reference such as ${env:PROXY_URL}',
  vectors: 'must be memory:, start with postgres://, or be a reference such as ${env:POSTGRES_URL}',
  provider: 'must be a slug of the form @slug',
  by: 'must be session, prompt, or metadata. and a key, such as "metadata.user"',
  for: DURATION_DESCRIPTION,
  base: DURATION_DESCRIPTION,
  per_million_tokens: DURATION_DESCRIPTION,
  gap: DURATION_DESCRIPTION,
  at_most: SHARE_DESCRIPTION,
  min: SHARE_DESCRIPTION,
  max: SHARE_DESCRIPTION,
  key: 'must be workspace_id, api_key, provider, model, config, endpoint_type, mcp_server, mcp_tool, agent, or metadata. and a key, such as "metadata.team"',
  next_usage_reset_at: 'must be a time with its zone, such as "2027-01-01T00:00:00Z"',
  webhook:
    'must be a URL such as https://host/path, without a fragment, or a reference such as ${env:ALERTS_URL}',
  secret_path: 'must have 1 to 1024 characters, without line breaks',
  aws_region: 'must be a region such as "us-east-1"',
  azure_entra_tenant_id: 'must be an id or a domain',
  azure_entra_client_id: 'must be an id',
  url: URL_DESCRIPTION,
  webhookURL: URL_DESCRIPTION,
  logURL: URL_DESCRIPTION,
  jwksUri: URL_DESCRIPTION,
  apiEndpoint: BASE_URL_DESCRIPTION,
  customHost: BASE_URL_DESCRIPTION,
  resourceName: 'must contain only letters, digits and hyphens',
  awsRegion: 'must be a region such as "us-east-1"',
  guardrailId: 'must be the identifier or the ARN of a guardrail',
  guardrailVersion: 'must be a number or DRAFT',
  domain: 'must be a host such as "aws.us.pangea.cloud"',
  cloud: 'must contain only lower-case letters and digits',
  headerKey: HEADER_DESCRIPTION,
  secretHeader: HEADER_DESCRIPTION,
  maxTokenAge: 'must be a number and a unit (s, m, h, d or w), such as "10m"',
  origins: 'must be an origin such as "https://app.example.com", or *',
  headers: HEADER_DESCRIPTION,
  data: 'must be messages, files, redacted, or metadata. or headers. and a key or *, such as "metadata.*"',
  secrets: 'must be a slug of the form @slug, or a reference such as ${env:API_KEY}',
  only: 'must be a host such as "api.example.com" or "*.eu.example", or an origin, without a path',
  hash: DIGEST_DESCRIPTION,
  // The pinned definitions of tools, by their names.
  additionalProperties: DIGEST_DESCRIPTION,
  propagate_to: 'must be the name of a provider, a slug of the form @slug, or *',
  endpoint:
    'must be a URL such as https://host:4318, without a query, or a reference such as ${env:COLLECTOR_URL}',
  from: DAY_DESCRIPTION,
  read: DAY_DESCRIPTION,
  discount: 'must be more than 0% and less than 100%, with at most two decimals, such as "12%" or "7.5%"',
  digest: DIGEST_DESCRIPTION,
  token_url: URL_DESCRIPTION,
  scopes: SCOPE_DESCRIPTION,
  token_scopes: SCOPE_DESCRIPTION,
}
