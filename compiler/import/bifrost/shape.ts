// The properties of Bifrost's config.json, by what becomes of them.
import { each, instead, itemsOf, mapOf, objectOf, type Shape } from '../source-shape.ts'

const KEY = objectOf({
  ...each(
    [
      'name',
      'id',
      'value',
      'models',
      'weight',
      'enabled',
      'blacklisted_models',
      'aliases',
      'azure_key_config',
    ],
    'read',
  ),
  ...each(['description', 'config_hash'], 'unused'),
  use_for_batch_api: instead('Batches are sent to the provider that x-gateway-provider names.'),
  azure_key_config: objectOf({
    ...each(['endpoint', 'api_version', 'deployments', 'client_id', 'client_secret', 'tenant_id'], 'read'),
    scopes: instead('The scope of Entra is cloud2_entra_scope of a stored provider.'),
  }),
  bedrock_key_config: objectOf({
    ...each(
      ['access_key', 'secret_key', 'session_token', 'region', 'role_arn', 'external_id', 'deployments'],
      'read',
    ),
    arn: instead('The whole ARN of an inference profile is the model that a target sends.'),
    role_session_name: 'unused',
    batch_s3_config: instead('The bucket of batches is cloud1_s3_bucket of a stored provider.'),
  }),
  vertex_key_config: objectOf({
    ...each(['project_id', 'region', 'auth_credentials', 'deployments'], 'read'),
    project_number: 'unused',
  }),
  ...each(
    ['ollama_key_config', 'vllm_key_config', 'sgl_key_config'],
    objectOf({ url: 'read', model_name: 'unused' }),
  ),
  ...each(
    ['replicate_key_config', 'huggingface_key_config'],
    instead('The model that a target sends is override_params.model.'),
  ),
})

const NETWORK = objectOf({
  ...each(
    [
      'base_url',
      'max_retries',
      'default_request_timeout_in_seconds',
      'extra_headers',
      'insecure_skip_verify',
      'ca_cert_pem',
    ],
    'read',
  ),
  // Private hosts of the file are trusted_hosts.
  allow_private_network: 'unused',
  ...each(
    [
      'max_conns_per_host',
      'enforce_http2',
      'keep_alive_timeout_in_seconds',
      'stream_idle_timeout_in_seconds',
    ],
    'unused',
  ),
  ...each(
    ['retry_backoff_initial', 'retry_backoff_max'],
    instead('The waits between retries are those of the gateway.'),
  ),
})

const PROVIDER = objectOf({
  keys: itemsOf(KEY),
  network_config: NETWORK,
  custom_provider_config: objectOf({
    base_provider_type: 'read',
    request_path_overrides: objectOf(
      { chat_completion: 'read' },
      instead('Other paths than that of chats follow from the address of the provider.'),
    ),
    is_key_less: 'unused',
    allowed_requests: instead(
      'The check default.allowedRequestTypes limits the kinds of requests of a config.',
    ),
  }),
  proxy_config: objectOf({
    ...each(['type', 'url', 'username', 'password'], 'read'),
    ca_cert_pem: instead('Further certificates of authorities are outbound.ca of the manifest.'),
  }),
  concurrency_and_buffer_size: instead('limits of the manifest bounds concurrent requests.'),
  ...each(
    ['send_back_raw_response', 'send_back_raw_request', 'store_raw_request_response'],
    instead('Replies and logs do not contain the body that a provider sent.'),
  ),
  pricing_overrides: instead('Prices of models are prices of the manifest.'),
  openai_config: instead('Requests are sent to the API that they were written for.'),
  ...each(['status', 'description', 'config_hash'], 'unused'),
})

const RATE = objectOf({
  ...each(
    ['id', 'request_max_limit', 'request_reset_duration', 'token_max_limit', 'token_reset_duration'],
    'read',
  ),
  // What was used so far is state of the source.
  ...each(
    ['request_current_usage', 'request_last_reset', 'token_current_usage', 'token_last_reset'],
    'unused',
  ),
  calendar_aligned: 'unused',
})
const BUDGET = objectOf({
  ...each(['id', 'max_limit', 'reset_duration', 'virtual_key_id', 'provider_config_id', 'team_id'], 'read'),
  ...each(['current_usage', 'last_reset', 'calendar_aligned', 'customer_id'], 'unused'),
})
const LIMITED = {
  ...each(['id', 'name', 'budget_id', 'rate_limit_id'], 'read'),
  budget: BUDGET,
  budgets: itemsOf(BUDGET),
  rate_limit: RATE,
} as const

const GOVERNANCE = objectOf({
  routing_rules: itemsOf(
    objectOf({
      ...each(
        [
          'enabled',
          'priority',
          'cel_expression',
          'scope',
          'provider',
          'model',
          'weight',
          'targets',
          'fallbacks',
        ],
        'read',
      ),
      ...each(['id', 'name', 'description', 'scope_id', 'query'], 'unused'),
      chain_rule: instead('The first rule of a name counts.'),
      targets: itemsOf(
        objectOf({
          ...each(['provider', 'model', 'weight'], 'read'),
          key_id: instead('Every key that serves the model shares its requests.'),
        }),
      ),
    }),
  ),
  virtual_keys: itemsOf(
    objectOf({
      ...LIMITED,
      ...each(['value', 'is_active', 'team_id', 'customer_id', 'allow_all_providers'], 'read'),
      ...each(['description', 'config_hash', 'created_at', 'updated_at'], 'unused'),
      provider_configs: itemsOf(
        objectOf({
          ...LIMITED,
          ...each(['provider', 'weight', 'allowed_models', 'key_ids', 'keys', 'allow_all_keys'], 'read'),
          blacklisted_models: 'read',
        }),
      ),
      mcp_configs: instead('The MCP servers of a key are mcp of an item of api_keys.'),
    }),
  ),
  budgets: itemsOf(BUDGET),
  rate_limits: itemsOf(RATE),
  teams: itemsOf(
    objectOf({ ...LIMITED, customer_id: 'read', ...each(['profile', 'config', 'claims'], 'unused') }),
  ),
  customers: itemsOf(objectOf(LIMITED)),
  model_configs: instead('Limits of a model are items of policies with a condition on provider and model.'),
  providers: instead('Limits of a provider are items of policies with a condition on provider.'),
  auth_config: instead('Users sign in with sign_in of the manifest.'),
})

const CLIENT = objectOf({
  ...each(
    ['allowed_origins', 'max_request_body_size_mb', 'enforce_auth_on_inference', 'enforce_governance_header'],
    'read',
  ),
  ...each(
    [
      'initial_pool_size',
      'drop_excess_requests',
      'enable_logging',
      'disable_content_logging',
      'log_retention_days',
      'enable_governance',
      'allow_direct_keys',
      'disable_db_pings_in_health',
      'hide_deleted_virtual_keys_in_filters',
      'enable_litellm_fallbacks',
      'whitelisted_routes',
      'mcp_agent_depth',
      'mcp_tool_sync_interval',
      'mcp_disable_auto_tool_inject',
      'async_job_result_ttl',
    ],
    'unused',
  ),
  compat: objectOf({
    ...each(['should_drop_params', 'should_convert_params', 'azure_deepseek'], 'unused'),
    ...each(
      ['convert_text_to_chat', 'convert_chat_to_responses'],
      instead('Requests are sent to the API that they were written for.'),
    ),
  }),
  prometheus_labels: instead('telemetry of the manifest has metrics with fixed labels.'),
  logging_headers: instead('Labels of a request are its metadata.'),
  allowed_headers: instead('Request headers of web pages are listen.cors.headers of the manifest.'),
  header_filter_config: instead('forward_headers of a target lists the headers that are forwarded.'),
  required_headers: instead('The check default.requiredMetadataKeys requires metadata.'),
  mcp_tool_execution_timeout: instead('The timeout of an MCP server is mcp.servers.NAME.timeout.'),
  ...each(
    ['allow_per_request_raw_override', 'allow_per_request_content_storage_override'],
    instead('Replies and logs do not contain the body that a provider sent.'),
  ),
})

export const BIFROST: Shape = objectOf({
  ...each(['$schema', 'version', 'source_of_truth', 'framework', 'websocket', 'local_cache'], 'unused'),
  client: CLIENT,
  providers: mapOf(PROVIDER),
  governance: GOVERNANCE,
  mcp: objectOf({
    client_configs: 'read',
    tool_manager_config: instead('The timeout of an MCP server is mcp.servers.NAME.timeout.'),
    tool_sync_interval: 'unused',
  }),
  plugins: 'read',
  auth_config: instead('Users sign in with sign_in of the manifest.'),
  encryption_key: instead('Secrets of a store are encrypted with encryption_key of the manifest.'),
  // Logs and the database of the source's own user interface.
  ...each(['logs_store', 'log_store'], 'unused'),
  config_store: instead('Changes in the user interface of the source are in its database, not in this file.'),
  vector_store: instead(
    'A semantic cache is cache: { mode: semantic } of a config with cache.semantic of the manifest.',
  ),
  guardrails_config: instead(
    'Guardrails are in guardrails of the manifest; "portolan checks" lists the checks.',
  ),
  cluster_config: instead(
    'Several instances share limits and circuits by state: redis://host:port in the manifest.',
  ),
  audit_logs: instead('The audit log is that of store of the manifest.'),
  large_payload_optimization: 'unused',
  load_balancer_config: instead('Shares follow weights; nothing is measured while the gateway runs.'),
})
