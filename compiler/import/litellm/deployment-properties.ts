// The properties of a deployment of LiteLLM, by what becomes of them, and its prices.

import { asList, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { byForeignName } from '../foreign-names.ts'
import { numberIn } from '../import-context.ts'
import type { ProjectDraft } from '../project-draft.ts'

/** Read by bindings.ts and deployments.ts. */
export const READ = new Set([
  'model',
  'api_key',
  'api_base',
  'base_url',
  'api_version',
  'organization',
  'account_id',
  'litellm_credential_name',
  'custom_llm_provider',
  'aws_region_name',
  'region_name',
  'aws_access_key_id',
  'aws_secret_access_key',
  'aws_session_token',
  'aws_role_name',
  'aws_bedrock_runtime_endpoint',
  'vertex_project',
  'vertex_location',
  'vertex_credentials',
  'vertex_ai_project',
  'vertex_ai_location',
  'vertex_ai_credentials',
  'tenant_id',
  'client_id',
  'client_secret',
  'rpm',
  'tpm',
  'weight',
  'order',
  'timeout',
  'stream_timeout',
  'max_parallel_requests',
  'num_retries',
  'max_retries',
  'extra_body',
  'guardrails',
  'max_budget',
  'budget_duration',
  'azure_scope',
  'input_cost_per_token',
  'output_cost_per_token',
])

/** Without an effect on requests here, or what the gateway does anyway. */
export const WITHOUT_EFFECT = new Set([
  'drop_params',
  'merge_reasoning_content_in_choices',
  'stream',
  'id',
  'litellm_provider',
  'max_input_tokens',
  'aws_session_name',
])

/** Parameters of requests that a deployment sets. */
export const OF_REQUESTS =
  /^(?:temperature|top_p|top_k|min_p|max_tokens|max_completion_tokens|max_output_tokens|n|stop|seed|frequency_penalty|presence_penalty|repetition_penalty|repeat_penalty|response_format|reasoning_effort|reasoning|thinking|tools|tool_choice|parallel_tool_calls|user|logprobs|top_logprobs|logit_bias|modalities|audio|verbosity|dimensions|encoding_format|input_type|service_tier|web_search_options|enable_thinking|chat_template_kwargs|keep_alive|num_ctx|think|options|safety_settings|safe_prompt|transforms|models|route|provider|plugins|store|voice|quality|size|stream_options|include_reasoning|truncate)$/

/** Facts about a model that are read, or that the gateway knows itself. */
export const FACTS =
  /^(?:id|mode|base_model|litellm_provider|db_model|input_cost_\w+|output_cost_\w+|cache_\w+_cost|max_tokens|max_input_tokens|max_output_tokens|supports_\w+|supported_\w+|key|team_id|team_public_model_name|health_check_\w+|disable_background_health_check|mode)$/

/** What else the source does, and what to do about it here. */
export const ADVICE: Readonly<Record<string, string>> = byForeignName({
  extra_headers:
    'Headers for a provider cannot be written in a config; clients send them, and forward_headers forwards them.',
  headers:
    'Headers for a provider cannot be written in a config; clients send them, and forward_headers forwards them.',
  tags: 'Routing by tags is a condition on metadata here: strategy.mode conditional with metadata.tags.',
  additional_drop_params:
    'Parameters are removed only if the provider does not support them; the check default.requestParametersCheck refuses others.',
  allowed_openai_params: 'Parameters that the provider supports are sent as they are.',
  aws_profile_name:
    'Profiles of AWS are not read: keys are cloud1_access_key_id and cloud1_secret_access_key.',
  mock_response: 'Fixed replies come from the provider mock.',
  cache_control_injection_points: 'The gateway adds no cache_control to messages.',
  azure_ad_token:
    'A fixed token of Entra is not available: use cloud2_entra_client_id, or cloud2_managed_identity.',
  use_in_pass_through: 'Every stored provider serves paths that are passed through.',
  configurable_clientside_auth_params: 'Clients may send a key of their own with x-gateway-provider.',
})

/** LiteLLM has prices per token in US dollars. */
const PER_MILLION: Readonly<Record<string, string>> = byForeignName({
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cached',
  cache_creation_input_token_cost: 'cache_writes',
})
const PER_ONE: Readonly<Record<string, string>> = byForeignName({
  input_cost_per_image: 'per_image',
  output_cost_per_image: 'per_image',
  input_cost_per_second: 'per_second',
  output_cost_per_second: 'per_second',
  input_cost_per_character: 'per_character',
})

/** Adds the price of a model to the manifest, if the deployment has one. The first deployment of a model counts. */
export function addPrice(
  { manifest }: ProjectDraft,
  provider: string,
  model: string | undefined,
  fields: JsonObject,
): void {
  if (model === undefined || model.includes('*')) return
  const price: Record<string, number> = {}
  for (const [names, factor] of [
    [PER_MILLION, 1_000_000],
    [PER_ONE, 1],
  ] as const)
    for (const [name, own] of Object.entries(names)) {
      const value = numberIn(fields[name])
      if (value !== undefined && value * factor <= 1_000_000)
        price[own] ??= Number((value * factor).toPrecision(9))
    }
  const known = asList(manifest['prices'])
  const isKnown = known.some(
    each => isObject(each) && each['provider'] === provider && each['model'] === model,
  )
  if (Object.keys(price).length > 0 && !isKnown)
    manifest['prices'] = [...known, { provider, model, ...price }]
}
