// Two configs for each property of the schema: the second has it, or another value of it.

export type Config = Readonly<Record<string, unknown>>
/** Two configs that differ in one property. */
export type Pair = readonly [Config, Config]

const KEY = '${env:KEY}'
const OPENAI: Config = { provider: 'openai', api_key: KEY }
const AZURE: Config = { provider: 'azure', api_key: KEY, resource_name: 'res', deployment_id: 'dep' }
const FOUNDRY: Config = {
  provider: 'azure-foundry',
  api_key: KEY,
  cloud2_resource_name: 'res',
  cloud2_deployment_name: 'dep',
}
const ENTRA: Config = {
  ...AZURE,
  api_key: undefined,
  cloud2_entra_tenant_id: 'tenant',
  cloud2_entra_client_id: 'client',
  cloud2_entra_client_secret: '${env:SECRET}',
}
const BEDROCK: Config = {
  provider: 'bedrock',
  cloud1_access_key_id: '${env:ID}',
  cloud1_secret_access_key: '${env:SECRET}',
  cloud1_region: 'us-east-1',
}
const VERTEX: Config = { provider: 'vertex', api_key: KEY, cloud3_project_id: 'p', cloud3_region: 'us' }

const added = (base: Config, property: string, value: unknown): Pair => [base, { ...base, [property]: value }]
const under = (base: Config, property: string, one: object, other: object): Pair => [
  { ...base, [property]: one },
  { ...base, [property]: other },
]

const TWO = [
  { ...OPENAI, name: 'a' },
  { ...OPENAI, provider: 'groq', name: 'b' },
]
const route = (strategy: object): Config => ({ strategy, targets: TWO })
const conditional = (query: object, then: string, fallback = 'b'): Config =>
  route({ mode: 'conditional', conditions: [{ query, then }], default: fallback })
const EU = { 'metadata.region': { $eq: 'eu' } }
const BREAKER = { failure_threshold: 3, cooldown_interval: 30_000, failure_status_codes: [500] }
const V = '2024-10-21'
const DEPLOYED = { ...AZURE, deployment_id: undefined }
const deployments = (extra: object): Config => ({
  ...DEPLOYED,
  deployments: [
    { deployment_id: 'one', alias: 'small', api_version: V, is_default: true },
    { deployment_id: 'two', alias: 'large', api_version: V, ...extra },
  ],
})

export const PAIRS: Readonly<Record<string, Pair>> = {
  provider: [OPENAI, { ...OPENAI, provider: 'groq' }],
  api_key: added({ provider: 'openai' }, 'api_key', KEY),
  custom_host: added(OPENAI, 'custom_host', 'https://models.example.com/v1'),
  deviating: added(OPENAI, 'deviating', true),
  passthrough: added(OPENAI, 'passthrough', true),
  override_params: added(OPENAI, 'override_params', { temperature: 0 }),
  request_timeout: added(OPENAI, 'request_timeout', 5_000),
  'forward_headers[]': added(OPENAI, 'forward_headers', ['x-team']),
  strict_vendor_compliance: added(OPENAI, 'strict_vendor_compliance', false),
  reply_model: added(OPENAI, 'reply_model', 'served'),
  vendor_organization: added(OPENAI, 'vendor_organization', 'org'),
  vendor_project: added(OPENAI, 'vendor_project', 'project'),
  anthropic_beta: added({ ...OPENAI, provider: 'anthropic' }, 'anthropic_beta', 'files-api'),
  'strategy.mode': [route({ mode: 'fallback' }), route({ mode: 'loadbalance' })],
  'strategy.on_status_codes[]': [
    route({ mode: 'fallback' }),
    route({ mode: 'fallback', on_status_codes: [429] }),
  ],
  'strategy.on_errors[]': [
    route({ mode: 'fallback', on_errors: ['overloaded'] }),
    route({ mode: 'fallback', on_errors: ['context_length'] }),
  ],
  'strategy.sticky_session.hash_fields[]': [
    route({ mode: 'loadbalance', sticky_session: { hash_fields: ['metadata.user'] } }),
    route({ mode: 'loadbalance', sticky_session: { hash_fields: ['metadata.team'] } }),
  ],
  'strategy.sticky_session.ttl': [
    route({ mode: 'loadbalance', sticky_session: { hash_fields: ['metadata.user'] } }),
    route({ mode: 'loadbalance', sticky_session: { hash_fields: ['metadata.user'], ttl: 600 } }),
  ],
  'strategy.conditions[].query': [conditional(EU, 'a'), conditional({ 'metadata.region': 'us' }, 'a')],
  'strategy.conditions[].then': [conditional(EU, 'a'), conditional(EU, 'b')],
  'strategy.default': [conditional(EU, 'a'), conditional(EU, 'a', 'a')],
  name: [
    conditional(EU, 'a'),
    {
      ...conditional(EU, 'a'),
      targets: [
        { ...TWO[0], name: 'b' },
        { ...TWO[1], name: 'a' },
      ],
    },
  ],
  weight: [
    route({ mode: 'loadbalance' }),
    { strategy: { mode: 'loadbalance' }, targets: [{ ...TWO[0], weight: 3 }, TWO[1]] },
  ],
  'on_status_codes[]': [
    route({ mode: 'fallback' }),
    { ...route({ mode: 'fallback' }), on_status_codes: [500] },
  ],
  'retry.attempts': under(OPENAI, 'retry', { attempts: 1 }, { attempts: 2 }),
  'retry.on_status_codes[]': under(OPENAI, 'retry', { attempts: 1 }, { attempts: 1, on_status_codes: [500] }),
  'retry.on_errors[]': under(OPENAI, 'retry', { attempts: 1 }, { attempts: 1, on_errors: ['overloaded'] }),
  'retry.max_wait': under(
    OPENAI,
    'retry',
    { attempts: 1, use_retry_after_headers: true },
    { attempts: 1, use_retry_after_headers: true, max_wait: 2000 },
  ),
  'retry.use_retry_after_header': under(
    OPENAI,
    'retry',
    { attempts: 1 },
    { attempts: 1, use_retry_after_header: true },
  ),
  'retry.use_retry_after_headers': under(
    OPENAI,
    'retry',
    { attempts: 1 },
    { attempts: 1, use_retry_after_headers: true },
  ),
  'cache.mode': added(OPENAI, 'cache', { mode: 'simple' }),
  'cache.max_age': under(OPENAI, 'cache', { mode: 'simple' }, { mode: 'simple', max_age: 60_000 }),
  'cb_config.failure_threshold': under(OPENAI, 'cb_config', BREAKER, { ...BREAKER, failure_threshold: 4 }),
  'cb_config.cooldown_interval': under(OPENAI, 'cb_config', BREAKER, {
    ...BREAKER,
    cooldown_interval: 60_000,
  }),
  'cb_config.failure_status_codes[]': under(OPENAI, 'cb_config', BREAKER, {
    ...BREAKER,
    failure_status_codes: [502],
  }),
  resource_name: [AZURE, { ...AZURE, resource_name: 'other' }],
  deployment_id: [AZURE, { ...AZURE, deployment_id: 'other' }],
  api_version: added(AZURE, 'api_version', '2024-06-01'),
  'deployments[].deployment_id': [deployments({}), deployments({ deployment_id: 'three' })],
  'deployments[].alias': [deployments({}), deployments({ alias: 'huge' })],
  'deployments[].api_version': [deployments({}), deployments({ api_version: '2024-06-01' })],
  'deployments[].is_default': [
    deployments({}),
    {
      ...DEPLOYED,
      deployments: [
        { deployment_id: 'one', alias: 'small', api_version: V },
        { deployment_id: 'two', alias: 'large', api_version: V, is_default: true },
      ],
    },
  ],
  cloud1_access_key_id: [BEDROCK, { ...BEDROCK, cloud1_access_key_id: '${env:OTHER}' }],
  cloud1_secret_access_key: [BEDROCK, { ...BEDROCK, cloud1_secret_access_key: '${env:OTHER}' }],
  cloud1_session_token: added(BEDROCK, 'cloud1_session_token', '${env:TOKEN}'),
  cloud1_region: [BEDROCK, { ...BEDROCK, cloud1_region: 'eu-west-1' }],
  cloud1_assume_role_arn: added(BEDROCK, 'cloud1_assume_role_arn', 'arn:aws:iam::123456789012:role/r'),
  cloud1_assume_role_external_id: added(
    { ...BEDROCK, cloud1_assume_role_arn: 'arn:aws:iam::123456789012:role/r' },
    'cloud1_assume_role_external_id',
    'external',
  ),
  cloud1_web_identity_token: added(
    {
      provider: 'bedrock',
      cloud1_region: 'us-east-1',
      cloud1_assume_role_arn: 'arn:aws:iam::123456789012:role/r',
    },
    'cloud1_web_identity_token',
    '${file:/var/run/token}',
  ),
  cloud1_base_model: added(BEDROCK, 'cloud1_base_model', 'anthropic.claude-3-haiku-20240307-v1:0'),
  cloud1_s3_bucket: added(BEDROCK, 'cloud1_s3_bucket', 'bucket'),
  cloud1_role_arn: added(BEDROCK, 'cloud1_role_arn', 'arn:aws:iam::123456789012:role/batch'),
  cloud2_resource_name: [FOUNDRY, { ...FOUNDRY, cloud2_resource_name: 'other' }],
  cloud2_deployment_id: [
    {
      ...AZURE,
      resource_name: undefined,
      deployment_id: undefined,
      cloud2_resource_name: 'res',
      cloud2_deployment_id: 'a',
    },
    {
      ...AZURE,
      resource_name: undefined,
      deployment_id: undefined,
      cloud2_resource_name: 'res',
      cloud2_deployment_id: 'b',
    },
  ],
  cloud2_model_name: added(AZURE, 'cloud2_model_name', 'gpt-4o'),
  cloud2_region: [FOUNDRY, { ...FOUNDRY, cloud2_region: 'westus' }],
  cloud2_deployment_name: [FOUNDRY, { ...FOUNDRY, cloud2_deployment_name: 'other' }],
  cloud2_endpoint_name: added(FOUNDRY, 'cloud2_endpoint_name', 'endpoint'),
  cloud2_api_version: added(FOUNDRY, 'cloud2_api_version', '2024-06-01'),
  cloud2_entra_tenant_id: [ENTRA, { ...ENTRA, cloud2_entra_tenant_id: 'other' }],
  cloud2_entra_client_id: [ENTRA, { ...ENTRA, cloud2_entra_client_id: 'other' }],
  cloud2_entra_client_secret: [ENTRA, { ...ENTRA, cloud2_entra_client_secret: '${env:OTHER}' }],
  cloud2_entra_scope: added(ENTRA, 'cloud2_entra_scope', 'https://example.com/.default'),
  cloud2_entra_federated_token: added(
    { ...ENTRA, cloud2_entra_client_secret: undefined },
    'cloud2_entra_federated_token',
    '${file:/var/run/token}',
  ),
  cloud2_managed_identity: added({ ...AZURE, api_key: undefined }, 'cloud2_managed_identity', 'system'),
  cloud2_deployment_type: added(
    { ...FOUNDRY, cloud2_region: 'eastus' },
    'cloud2_deployment_type',
    'serverless',
  ),
  cloud3_project_id: [VERTEX, { ...VERTEX, cloud3_project_id: 'other' }],
  cloud3_region: [VERTEX, { ...VERTEX, cloud3_region: 'europe-west4' }],
  cloud3_gcs_bucket: added(VERTEX, 'cloud3_gcs_bucket', 'bucket'),
  cloud3_attached_account: added({ ...VERTEX, api_key: undefined }, 'cloud3_attached_account', 'default'),
  cloud3_service_account_json: added(
    { ...VERTEX, api_key: undefined },
    'cloud3_service_account_json',
    '${env:ACCOUNT}',
  ),
  ...guardPairs('before_request_hooks'),
  ...guardPairs('after_request_hooks'),
  ...guardPairs('input_guardrails'),
  ...guardPairs('output_guardrails'),
}

/** Properties of guards; not every list has all of them. */
function guardPairs(list: string): Readonly<Record<string, Pair>> {
  const contains = (...words: readonly string[]): object => ({
    id: 'default.contains',
    parameters: { operator: 'any', words },
  })
  const guard = { id: 'guard', type: 'guardrail', deny: true, checks: [contains('a')] }
  const config = (extra: object): Config => ({ ...OPENAI, [list]: [{ ...guard, ...extra }] })
  const changed = (extra: object, before: object = {}): Pair => [config(before), config(extra)]
  const outcomePairs = ['on_fail', 'on_success'].flatMap(outcome => {
    const rows: readonly (readonly [string, object, object])[] = [
      ['feedback.value', { feedback: { value: 1 } }, {}],
      ['feedback.weight', { feedback: { value: 1, weight: 0.5 } }, { feedback: { value: 1 } }],
      ['feedback.metadata', { feedback: { value: 1, metadata: { a: 'b' } } }, { feedback: { value: 1 } }],
      ['deny', { deny: true }, {}],
    ]
    return rows.map(([path, after, before]) => [
      `${outcome}.${path}`,
      changed(
        { deny: false, [outcome]: after },
        { deny: false, ...(Object.keys(before).length > 0 && { [outcome]: before }) },
      ),
    ])
  })
  const pairs: Readonly<Record<string, Pair>> = {
    id: changed({ id: 'other' }),
    type: changed({ type: 'mutator', checks: [{ id: 'default.pii', parameters: { redact: true } }] }),
    'checks[].id': changed({ checks: [{ id: 'default.regexMatch', parameters: { rule: 'a' } }] }),
    'checks[].parameters': changed({ checks: [contains('b')] }),
    deny: changed({ deny: false }),
    when: changed({ when: 'beside' }),
    denial_message: changed({ denial_message: 'No.' }),
    sequential: changed(
      { sequential: true, checks: [contains('a'), contains('b')] },
      { checks: [contains('a'), contains('b')] },
    ),
    async: changed({ deny: false, async: true }, { deny: false }),
    stream: changed({ deny: false, stream: 'hold' }, { deny: false }),
    ...Object.fromEntries(outcomePairs),
  }
  return Object.fromEntries(Object.entries(pairs).map(([path, pair]) => [`${list}[].${path}`, pair]))
}
