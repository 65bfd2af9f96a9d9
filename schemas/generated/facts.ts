// Generated from schemas/ by schemas/generate.ts. Do not edit.

export interface PropertyFact {
  readonly type: string | readonly string[]
  readonly description: string
  /** Holds a credential. */
  readonly secret?: true
  /** A secret that its source rotates: a file that contains it is read again. */
  readonly rotates?: true
  /** Names an identity of the gateway host: a credential that contains no secret and that clients may not use. */
  readonly machine?: true
  /** Belongs to the provider's binding and is never inherited. */
  readonly binding?: true
  /** How a parent's value reaches its targets: per key, or whole; absent, it does not. */
  readonly inherit?: 'join' | 'merge' | 'replace'
  /** The request header that sets the property, without the prefix. */
  readonly header?: string
  /** Names that Portkey uses, read if the spelling in the manifest is peer. */
  readonly peer?: readonly string[]
  /** Other names that are always read, with a warning. */
  readonly aliases?: readonly string[]
  /** Why this version rejects the property. */
  readonly unsupported?: string
}

/** Each property of a config. */
export const configFacts: { readonly [property: string]: PropertyFact } = {
  "name": {
    "type": "string",
    "description": "Names the target so that a condition can route to it."
  },
  "strategy": {
    "type": "object",
    "description": "Strategy for selecting among the targets of a config."
  },
  "targets": {
    "type": "array",
    "description": "The targets of the strategy, each with the schema of a config."
  },
  "provider": {
    "type": "string",
    "description": "Names the provider: a slug of the form @slug, or the identifier of a provider of the catalog.",
    "binding": true,
    "header": "provider"
  },
  "api_key": {
    "type": "string",
    "description": "The API key of the provider.",
    "secret": true,
    "binding": true,
    "aliases": [
      "Authorization",
      "authorization"
    ]
  },
  "virtual_key": {
    "type": "string",
    "description": "The legacy name of a stored credential, read as the provider @virtual_key.",
    "binding": true,
    "header": "virtual-key"
  },
  "custom_host": {
    "type": "string",
    "description": "The base URL of a privately hosted model, used instead of the provider's own.",
    "binding": true,
    "header": "custom-host",
    "inherit": "replace"
  },
  "deviating": {
    "type": "boolean",
    "description": "Repairs the chats of a provider that speaks the vendor's schema and deviates from it in ways that break clients.",
    "binding": true
  },
  "passthrough": {
    "type": "boolean",
    "description": "Takes the provider from the incoming request instead of from the config."
  },
  "weight": {
    "type": "number",
    "description": "The relative share of traffic of a target in loadbalance mode; 0 stops it."
  },
  "on_status_codes": {
    "type": "array",
    "description": "An alias of the strategy's on_status_codes, accepted in addition to it."
  },
  "override_params": {
    "type": "object",
    "description": "Request parameters that replace the values of the request.",
    "inherit": "merge"
  },
  "request_timeout": {
    "type": "integer",
    "description": "The timeout of one attempt in milliseconds, until its last byte or the first event of a stream.",
    "inherit": "replace"
  },
  "retry": {
    "type": "object",
    "description": "Conditions and number of retries.",
    "inherit": "replace"
  },
  "cache": {
    "type": "object",
    "description": "The cache of replies.",
    "inherit": "replace"
  },
  "cb_config": {
    "type": "object",
    "description": "The circuit breaker of a target.",
    "inherit": "replace"
  },
  "forward_headers": {
    "type": "array",
    "description": "Names of request headers that are forwarded to the provider unchanged.",
    "inherit": "replace",
    "header": "forward-headers"
  },
  "strict_vendor_compliance": {
    "type": "boolean",
    "description": "Limits replies to the vendor's schema, without extension fields; written out, also those of providers that speak it.",
    "inherit": "replace",
    "header": "strict-vendor-compliance",
    "peer": [
      "strict_open_ai_compliance"
    ]
  },
  "reply_model": {
    "type": "string",
    "description": "The model that a reply names: as the client wrote it, or as the provider did; read only at the root of a config. The manifest decides where it is absent."
  },
  "prompt_id": {
    "type": "string",
    "description": "The saved prompt whose messages precede those of the request; read only at the root of a config. The body of the request brings its variables."
  },
  "resource_name": {
    "type": "string",
    "description": "The name of the resource that hosts the deployment.",
    "binding": true
  },
  "deployment_id": {
    "type": "string",
    "description": "The identifier of the deployment that serves the model.",
    "binding": true
  },
  "api_version": {
    "type": "string",
    "description": "The API version of the provider.",
    "binding": true
  },
  "deployments": {
    "type": "array",
    "description": "The deployments, selected by model name.",
    "binding": true
  },
  "vendor_organization": {
    "type": "string",
    "description": "The organisation that is billed for the call.",
    "binding": true,
    "header": "vendor-organization",
    "peer": [
      "openai_organization"
    ]
  },
  "vendor_project": {
    "type": "string",
    "description": "The project that is billed for the call.",
    "binding": true,
    "header": "vendor-project",
    "peer": [
      "openai_project"
    ]
  },
  "anthropic_beta": {
    "type": "string",
    "description": "The beta features of Claude that are requested, separated by commas or as a list, sent in the provider's form.",
    "binding": true,
    "header": "anthropic-beta"
  },
  "cloud1_access_key_id": {
    "type": "string",
    "description": "The access key id of the first cloud.",
    "secret": true,
    "binding": true,
    "header": "cloud1-access-key-id",
    "peer": [
      "aws_access_key_id"
    ]
  },
  "cloud1_secret_access_key": {
    "type": "string",
    "description": "The secret access key of the first cloud.",
    "secret": true,
    "binding": true,
    "header": "cloud1-secret-access-key",
    "peer": [
      "aws_secret_access_key"
    ]
  },
  "cloud1_session_token": {
    "type": "string",
    "description": "The session token of the first cloud.",
    "secret": true,
    "binding": true,
    "header": "cloud1-session-token",
    "peer": [
      "aws_session_token"
    ]
  },
  "cloud1_region": {
    "type": "string",
    "description": "The region of the first cloud.",
    "binding": true,
    "header": "cloud1-region",
    "peer": [
      "aws_region"
    ]
  },
  "cloud1_assume_role_arn": {
    "type": "string",
    "description": "The role of the first cloud that the gateway assumes, with its keys or with a token of another identity provider.",
    "machine": true,
    "binding": true,
    "peer": [
      "aws_role_arn"
    ]
  },
  "cloud1_assume_role_external_id": {
    "type": "string",
    "description": "The external identifier required to assume the role.",
    "binding": true,
    "peer": [
      "aws_external_id"
    ]
  },
  "cloud1_web_identity_token": {
    "type": "string",
    "description": "A web identity token used instead of access keys; its file is read again when it changes.",
    "secret": true,
    "rotates": true,
    "binding": true
  },
  "cloud1_base_model": {
    "type": "string",
    "description": "The base model of the first cloud for an ARN that does not contain it, such as a custom inference profile.",
    "binding": true
  },
  "cloud1_s3_bucket": {
    "type": "string",
    "description": "The bucket of the first cloud that stores files and batches, in the region of the calls.",
    "binding": true,
    "peer": [
      "aws_s3_bucket"
    ]
  },
  "cloud1_role_arn": {
    "type": "string",
    "description": "The role of the first cloud with which batches and training jobs read and write the bucket.",
    "binding": true
  },
  "cloud2_resource_name": {
    "type": "string",
    "description": "The name of the resource in the second cloud.",
    "binding": true,
    "header": "cloud2-resource-name",
    "peer": [
      "azure_resource_name"
    ]
  },
  "cloud2_deployment_id": {
    "type": "string",
    "description": "The identifier of the deployment in the second cloud.",
    "binding": true,
    "header": "cloud2-deployment-id",
    "peer": [
      "azure_deployment_id"
    ]
  },
  "cloud2_model_name": {
    "type": "string",
    "description": "The name of the model in the second cloud.",
    "binding": true,
    "header": "cloud2-model-name",
    "peer": [
      "azure_model_name"
    ]
  },
  "cloud2_region": {
    "type": "string",
    "description": "The region of the second cloud.",
    "binding": true,
    "header": "cloud2-region",
    "peer": [
      "azure_region"
    ]
  },
  "cloud2_deployment_name": {
    "type": "string",
    "description": "The name of the deployment in the second cloud.",
    "binding": true,
    "header": "cloud2-deployment-name",
    "peer": [
      "azure_deployment_name"
    ]
  },
  "cloud2_endpoint_name": {
    "type": "string",
    "description": "The name of the endpoint in the second cloud.",
    "binding": true,
    "header": "cloud2-endpoint-name",
    "peer": [
      "azure_endpoint_name"
    ]
  },
  "cloud2_api_version": {
    "type": "string",
    "description": "The API version of the second cloud.",
    "binding": true,
    "header": "cloud2-api-version",
    "peer": [
      "azure_api_version"
    ]
  },
  "cloud2_entra_scope": {
    "type": "string",
    "description": "The scope requested from the second cloud's identity service.",
    "binding": true,
    "header": "cloud2-entra-scope",
    "peer": [
      "azure_entra_scope"
    ],
    "aliases": [
      "azure_entra_scope"
    ]
  },
  "cloud2_entra_tenant_id": {
    "type": "string",
    "description": "The tenant of the second cloud's identity service in which the client is registered.",
    "binding": true,
    "header": "cloud2-entra-tenant-id",
    "peer": [
      "azure_entra_tenant_id"
    ]
  },
  "cloud2_entra_client_id": {
    "type": "string",
    "description": "The client identifier for the second cloud's identity service.",
    "binding": true,
    "header": "cloud2-entra-client-id",
    "peer": [
      "azure_entra_client_id"
    ]
  },
  "cloud2_entra_client_secret": {
    "type": "string",
    "description": "The client secret for the second cloud's identity service.",
    "secret": true,
    "binding": true,
    "header": "cloud2-entra-client-secret",
    "peer": [
      "azure_entra_client_secret"
    ]
  },
  "cloud2_entra_federated_token": {
    "type": "string",
    "description": "A federated token used instead of the client secret; its file is read again when it changes.",
    "secret": true,
    "rotates": true,
    "binding": true
  },
  "cloud2_managed_identity": {
    "type": "string",
    "description": "The managed identity of the gateway's host: system, or the client identifier of one that was assigned to it.",
    "machine": true,
    "binding": true,
    "peer": [
      "azure_managed_client_id"
    ]
  },
  "cloud2_deployment_type": {
    "type": "string",
    "description": "Hosting form of the deployment at the second cloud.",
    "binding": true,
    "header": "cloud2-deployment-type",
    "peer": [
      "azure_deployment_type"
    ]
  },
  "cloud3_project_id": {
    "type": "string",
    "description": "The project of the third cloud.",
    "binding": true,
    "header": "cloud3-project-id",
    "peer": [
      "vertex_project_id"
    ]
  },
  "cloud3_region": {
    "type": "string",
    "description": "The region of the third cloud.",
    "binding": true,
    "header": "cloud3-region",
    "peer": [
      "vertex_region"
    ]
  },
  "cloud3_gcs_bucket": {
    "type": "string",
    "description": "The bucket of the third cloud that stores files and batches.",
    "binding": true,
    "peer": [
      "vertex_storage_bucket_name"
    ]
  },
  "cloud3_attached_account": {
    "type": "string",
    "description": "The service account of the gateway's host: default, or the address of one that is attached to it.",
    "machine": true,
    "binding": true
  },
  "cloud3_service_account_json": {
    "type": [
      "object",
      "string"
    ],
    "description": "The service-account credentials of the third cloud, an object or a reference to the whole of it.",
    "secret": true,
    "binding": true,
    "peer": [
      "vertex_service_account_json"
    ]
  },
  "before_request_hooks": {
    "type": "array",
    "description": "Hooks that run before the request is sent.",
    "inherit": "join"
  },
  "after_request_hooks": {
    "type": "array",
    "description": "Hooks that run after the reply was received.",
    "inherit": "join"
  },
  "input_guardrails": {
    "type": "array",
    "description": "Guardrails on the request, each an identifier or an object.",
    "inherit": "join"
  },
  "output_guardrails": {
    "type": "array",
    "description": "Guardrails on the reply, each an identifier or an object.",
    "inherit": "join"
  }
}

/** Each property of a manifest. */
export const manifestFacts: { readonly [property: string]: PropertyFact } = {
  "name": {
    "type": "string",
    "description": "The name of the gateway in logs."
  },
  "listen": {
    "type": "object",
    "description": "The listen address."
  },
  "header_prefix": {
    "type": "string",
    "description": "The prefix of the gateway headers."
  },
  "spelling": {
    "type": "string",
    "description": "The names of settings in configs, stored providers and headers: those of the interface, or besides them Portkey's words for clouds and vendors. With them, the completion of a prompt is the chat completion itself, as the peer's SDK reads it."
  },
  "providers": {
    "type": "object",
    "description": "Stored credentials by slug, each used as @slug."
  },
  "secret_references": {
    "type": "object",
    "description": "Secrets that are read from a secret manager while the gateway runs, by slug, each used as ${secret:slug}."
  },
  "external": {
    "type": "array",
    "description": "Slugs of providers, prompts and secret references that were saved by API, so that this project can use them; portolan push refuses those that the store lacks."
  },
  "configs": {
    "type": "string",
    "description": "The folder that holds the configs, relative to the manifest."
  },
  "prompts": {
    "type": "string",
    "description": "The folder that holds the prompt templates, relative to the manifest."
  },
  "tests": {
    "type": "string",
    "description": "The folder that holds the tests of the configs, relative to the manifest.",
    "unsupported": "Tests of configs are not executed by this version."
  },
  "api_keys": {
    "type": "array",
    "description": "The API keys of clients, as hashes."
  },
  "authentication": {
    "type": "string",
    "description": "Whether every call needs one of the api_keys (required) or none does (none); defaults to required if there are api_keys. If set, adding or removing keys by mistake is an error."
  },
  "defaults": {
    "type": "object",
    "description": "Default for requests that name no config and no provider: one of the two properties. Defaults of a key replace those of the gateway."
  },
  "aliases": {
    "type": "string",
    "description": "Model names of requests that name no config and no provider. \"auto\" serves each model that exactly one stored provider is known to have by its plain name, such as claude-sonnet-5 for @anthropic/claude-sonnet-5."
  },
  "inline_configs": {
    "type": "boolean",
    "description": "Whether clients may send a config as JSON in a request header, unless their key overrides this."
  },
  "custom_hosts": {
    "type": "boolean",
    "description": "Whether clients may name the host of a provider, in x-gateway-custom-host or in a config in a request header, unless their key overrides this."
  },
  "trusted_hosts": {
    "type": "array",
    "description": "Private hosts that this manifest and saved configs may call: names, addresses or CIDR ranges, each with an optional port."
  },
  "caller_hosts": {
    "type": "array",
    "description": "Private hosts that callers may name, in x-gateway-custom-host or in a config in a request header, written like trusted_hosts."
  },
  "outbound": {
    "type": "object",
    "description": "Proxy and certificate authorities of outgoing calls. A setting of a provider replaces that of the manifest."
  },
  "checks": {
    "type": "object",
    "description": "Custom checks by identifier, each with the path of its module relative to the manifest."
  },
  "guardrails": {
    "type": "object",
    "description": "Guardrails by identifier, referenced by configs and by this manifest."
  },
  "input_guardrails": {
    "type": "array",
    "description": "Identifiers of the guardrails that run on every request."
  },
  "output_guardrails": {
    "type": "array",
    "description": "Identifiers of the guardrails that run on every reply."
  },
  "cache": {
    "type": "object",
    "description": "Cache settings of this gateway."
  },
  "unsupported": {
    "type": "string",
    "description": "Handling of a parameter that the provider does not support: dropped and listed in a reply header, or rejected before the call."
  },
  "reply_model": {
    "type": "string",
    "description": "The model that a reply names: as the client wrote it, or as the provider did. If absent, replies to Messages name that of the client, since agents drop their own thinking where it differs, and other replies that of the provider."
  },
  "denial_status": {
    "type": "integer",
    "description": "Status with which clients get the denial of a guard: 400 ends clients at once that repeat a status they do not know, such as Codex. Fallbacks, retries and conditions see 446 in any case."
  },
  "limits": {
    "type": "object",
    "description": "Resource limits of the gateway."
  },
  "budgets": {
    "type": "object",
    "description": "Maximum calls, time and cost of a request to any config of the project, and cost of a month. A config that may exceed one of a request, or for which that is undecided, is an error."
  },
  "prices": {
    "type": "array",
    "description": "Prices of models, and lists of prices in files, before those of the built-in list: for budgets, limits of cost, and the log."
  },
  "policies": {
    "type": "object",
    "description": "Limits of rates and usage, enforced on every call that matches their conditions."
  },
  "limit_profiles": {
    "type": "object",
    "description": "Named limits by slug, which keys have by limit_profile. Each key is counted apart."
  },
  "alerts": {
    "type": "object",
    "description": "Destination of alerts about usage limits that have reached their alert_threshold."
  },
  "store": {
    "type": "string",
    "description": "The address of the store of saved resources, which portolan push writes and portolan-runtime --store follows."
  },
  "sign_in": {
    "type": "object",
    "description": "Sign-in of users to saved resources, with a signed token of an OIDC issuer, sent as Authorization: Bearer."
  },
  "max_stale": {
    "type": "integer",
    "description": "Milliseconds for which keys of the store stay valid while the store is unavailable; after that they are refused, since one of them may have been revoked."
  },
  "audit_retention": {
    "type": "integer",
    "description": "Retention of the audit log in days; older entries are deleted, which is itself recorded as an entry. Retained indefinitely by default."
  },
  "audit_denied": {
    "type": "boolean",
    "description": "Whether the audit log has changes that were denied with 403 to a key or a person: one entry for each caller, operation and hour, with their number."
  },
  "console": {
    "type": "boolean",
    "description": "Whether the console, a web page for people, is served below /console/: on the listener of saved resources (true), or with settings of its own."
  },
  "encryption_key": {
    "type": "string",
    "description": "The key that secrets in the store are encrypted with, as a reference (${env:NAME} or ${file:/path}) to 32 bytes as base64; several separated by commas, of which the first encrypts. By default the variable PORTOLAN_ENCRYPTION_KEY."
  },
  "state": {
    "type": "string",
    "description": "The address of the shared state: the process, or a Redis shared by several instances."
  },
  "telemetry": {
    "type": "object",
    "description": "Logs, metrics and traces of requests."
  },
  "rules": {
    "type": "object",
    "description": "Severities of warnings by code, which may be lowered or turned off."
  },
  "flows": {
    "type": "array",
    "description": "Permitted destinations of requests, their data and secrets. A rule that some permitted request breaks, or for which that is undecided, is an error."
  },
  "public_url": {
    "type": "string",
    "description": "The URL under which clients reach the gateway, without a path: the host that MCP clients may name, and the address in documents about it."
  },
  "mcp": {
    "type": "object",
    "description": "MCP servers whose tools, prompts and resources clients reach through the gateway."
  },
  "agents": {
    "type": "object",
    "description": "Agents of the A2A protocol by slug, each served at /agents/{slug}. Requires public_url, which appears in cards."
  }
}

/** Each property of auth_config of a secret reference. */
export const secretAuthFacts: { readonly [property: string]: PropertyFact } = {
  "vault_addr": {
    "type": "string",
    "description": "The address of Vault, such as https://vault.internal:8200."
  },
  "vault_auth_type": {
    "type": "string",
    "description": "Authentication method at Vault."
  },
  "vault_token": {
    "type": "string",
    "description": "The token.",
    "secret": true
  },
  "vault_role_id": {
    "type": "string",
    "description": "The role id of an AppRole."
  },
  "vault_secret_id": {
    "type": "string",
    "description": "The secret id of an AppRole.",
    "secret": true
  },
  "vault_role": {
    "type": "string",
    "description": "The role of Kubernetes authentication."
  },
  "vault_jwt_path": {
    "type": "string",
    "description": "The file of the service account token of Kubernetes."
  },
  "vault_auth_mount": {
    "type": "string",
    "description": "Mount path of the authentication method; defaults to approle or kubernetes."
  },
  "vault_namespace": {
    "type": "string",
    "description": "The namespace of Vault Enterprise."
  },
  "vault_mount": {
    "type": "string",
    "description": "Mount path of the secrets engine; defaults to the first part of secret_path."
  },
  "vault_kv_version": {
    "type": "integer",
    "description": "The version of the key/value secrets engine."
  },
  "aws_auth_type": {
    "type": "string",
    "description": "Authentication at AWS: access keys, a role that these keys or a token may assume, or the identity in the environment variables."
  },
  "aws_region": {
    "type": "string",
    "description": "The region."
  },
  "aws_access_key_id": {
    "type": "string",
    "description": "The access key id.",
    "secret": true
  },
  "aws_secret_access_key": {
    "type": "string",
    "description": "The secret access key.",
    "secret": true
  },
  "aws_session_token": {
    "type": "string",
    "description": "The session token of temporary access keys.",
    "secret": true
  },
  "aws_role_arn": {
    "type": "string",
    "description": "The role to assume."
  },
  "aws_external_id": {
    "type": "string",
    "description": "The external id that the role demands."
  },
  "aws_web_identity_token": {
    "type": "string",
    "description": "A token of an identity provider that the role trusts, in place of access keys; a file is read again.",
    "secret": true
  },
  "aws_endpoint": {
    "type": "string",
    "description": "The address of Secrets Manager, such as that of a VPC endpoint, in place of the region's."
  },
  "azure_vault_url": {
    "type": "string",
    "description": "The address of the vault, such as https://team.vault.azure.net."
  },
  "azure_auth_mode": {
    "type": "string",
    "description": "Authentication at Azure: a client of Entra, or the managed identity of the machine."
  },
  "azure_entra_tenant_id": {
    "type": "string",
    "description": "The tenant of the client."
  },
  "azure_entra_client_id": {
    "type": "string",
    "description": "The client."
  },
  "azure_entra_client_secret": {
    "type": "string",
    "description": "The secret of the client.",
    "secret": true
  },
  "azure_managed_client_id": {
    "type": "string",
    "description": "The client id of a user-assigned managed identity, by default that of the machine."
  }
}

/** The sets of properties, at least one of which a config must have completely; with `slug`, the property must name a slug. */
export const propertyGroups: readonly { readonly properties: readonly string[]; readonly slug?: boolean }[] = [
  {
    "properties": [
      "provider",
      "api_key"
    ]
  },
  {
    "properties": [
      "provider",
      "custom_host"
    ]
  },
  {
    "properties": [
      "virtual_key"
    ]
  },
  {
    "properties": [
      "strategy",
      "targets"
    ]
  },
  {
    "properties": [
      "cache"
    ]
  },
  {
    "properties": [
      "retry"
    ]
  },
  {
    "properties": [
      "prompt_id"
    ]
  },
  {
    "properties": [
      "forward_headers"
    ]
  },
  {
    "properties": [
      "request_timeout"
    ]
  },
  {
    "properties": [
      "provider",
      "cloud1_access_key_id",
      "cloud1_secret_access_key"
    ]
  },
  {
    "properties": [
      "provider",
      "cloud3_region",
      "cloud3_service_account_json"
    ]
  },
  {
    "properties": [
      "provider",
      "cloud3_region",
      "cloud3_project_id"
    ]
  },
  {
    "properties": [
      "provider",
      "cloud2_deployment_name",
      "cloud2_deployment_type",
      "cloud2_region",
      "cloud2_api_version"
    ]
  },
  {
    "properties": [
      "provider",
      "cloud2_endpoint_name",
      "cloud2_deployment_type"
    ]
  },
  {
    "properties": [
      "after_request_hooks"
    ]
  },
  {
    "properties": [
      "before_request_hooks"
    ]
  },
  {
    "properties": [
      "input_guardrails"
    ]
  },
  {
    "properties": [
      "output_guardrails"
    ]
  },
  {
    "properties": [
      "passthrough"
    ]
  },
  {
    "properties": [
      "provider"
    ],
    "slug": true
  },
  {
    "properties": [
      "override_params"
    ],
    "slug": true
  }
]

/** The properties of every kind of object, each with the kind of the objects below it: a title, a list of titles for arrays and maps, or null. */
export const shapes: { readonly [kind: string]: { readonly [property: string]: string | readonly string[] | null } } = {
  "Config": {
    "name": null,
    "strategy": "Strategy",
    "targets": [
      "Config"
    ],
    "provider": null,
    "api_key": null,
    "virtual_key": null,
    "custom_host": null,
    "deviating": null,
    "passthrough": null,
    "weight": null,
    "on_status_codes": null,
    "override_params": null,
    "request_timeout": null,
    "retry": "Retry",
    "cache": "Cache",
    "cb_config": "CircuitBreaker",
    "forward_headers": null,
    "strict_vendor_compliance": null,
    "reply_model": null,
    "prompt_id": null,
    "resource_name": null,
    "deployment_id": null,
    "api_version": null,
    "deployments": [
      "Deployment"
    ],
    "vendor_organization": null,
    "vendor_project": null,
    "anthropic_beta": null,
    "cloud1_access_key_id": null,
    "cloud1_secret_access_key": null,
    "cloud1_session_token": null,
    "cloud1_region": null,
    "cloud1_assume_role_arn": null,
    "cloud1_assume_role_external_id": null,
    "cloud1_web_identity_token": null,
    "cloud1_base_model": null,
    "cloud1_s3_bucket": null,
    "cloud1_role_arn": null,
    "cloud2_resource_name": null,
    "cloud2_deployment_id": null,
    "cloud2_model_name": null,
    "cloud2_region": null,
    "cloud2_deployment_name": null,
    "cloud2_endpoint_name": null,
    "cloud2_api_version": null,
    "cloud2_entra_scope": null,
    "cloud2_entra_tenant_id": null,
    "cloud2_entra_client_id": null,
    "cloud2_entra_client_secret": null,
    "cloud2_entra_federated_token": null,
    "cloud2_managed_identity": null,
    "cloud2_deployment_type": null,
    "cloud3_project_id": null,
    "cloud3_region": null,
    "cloud3_gcs_bucket": null,
    "cloud3_attached_account": null,
    "cloud3_service_account_json": null,
    "before_request_hooks": [
      "BeforeRequestHook"
    ],
    "after_request_hooks": [
      "AfterRequestHook"
    ],
    "input_guardrails": [
      "InputGuardrail"
    ],
    "output_guardrails": [
      "OutputGuardrail"
    ]
  },
  "Strategy": {
    "mode": null,
    "conditions": [
      "Condition"
    ],
    "default": null,
    "on_status_codes": null,
    "on_errors": null,
    "sticky_session": "StickySession"
  },
  "Condition": {
    "query": null,
    "then": null
  },
  "StickySession": {
    "hash_fields": null,
    "ttl": null
  },
  "Retry": {
    "attempts": null,
    "on_status_codes": null,
    "on_errors": null,
    "use_retry_after_headers": null,
    "max_wait": null,
    "use_retry_after_header": null
  },
  "Cache": {
    "mode": null,
    "max_age": null
  },
  "CircuitBreaker": {
    "failure_threshold": null,
    "cooldown_interval": null,
    "failure_status_codes": null
  },
  "Deployment": {
    "deployment_id": null,
    "alias": null,
    "api_version": null,
    "is_default": null
  },
  "BeforeRequestHook": {
    "id": null,
    "type": null,
    "checks": [
      "Check"
    ],
    "on_fail": "DenyingOutcome",
    "on_success": "DenyingOutcome",
    "deny": null,
    "when": null,
    "denial_message": null,
    "sequential": null
  },
  "Check": {
    "id": null,
    "parameters": null
  },
  "DenyingOutcome": {
    "feedback": "Feedback",
    "deny": null
  },
  "Feedback": {
    "value": null,
    "weight": null,
    "metadata": null
  },
  "AfterRequestHook": {
    "id": null,
    "type": null,
    "async": null,
    "checks": [
      "Check"
    ],
    "on_fail": "FeedbackOutcome",
    "on_success": "FeedbackOutcome",
    "deny": null,
    "denial_message": null,
    "sequential": null,
    "stream": null
  },
  "FeedbackOutcome": {
    "feedback": "Feedback"
  },
  "InputGuardrail": {
    "id": null,
    "deny": null,
    "when": null,
    "denial_message": null,
    "async": null,
    "on_fail": "FeedbackOutcome",
    "on_success": "FeedbackOutcome",
    "type": null,
    "sequential": null,
    "checks": [
      "Check"
    ]
  },
  "OutputGuardrail": {
    "id": null,
    "deny": null,
    "denial_message": null,
    "async": null,
    "on_fail": "DenyingOutcome",
    "on_success": "DenyingOutcome",
    "type": null,
    "sequential": null,
    "checks": [
      "Check"
    ],
    "stream": null
  },
  "Manifest": {
    "name": null,
    "listen": "Listen",
    "header_prefix": null,
    "spelling": null,
    "providers": [
      "StoredProvider"
    ],
    "secret_references": [
      "SecretReference"
    ],
    "external": null,
    "configs": null,
    "prompts": null,
    "tests": null,
    "api_keys": [
      "ApiKey"
    ],
    "authentication": null,
    "defaults": "CallDefaults",
    "aliases": "ModelAliases",
    "inline_configs": null,
    "custom_hosts": null,
    "trusted_hosts": null,
    "caller_hosts": null,
    "outbound": "Outbound",
    "checks": null,
    "guardrails": [
      "NamedGuardrail"
    ],
    "input_guardrails": null,
    "output_guardrails": null,
    "cache": "CacheSettings",
    "unsupported": null,
    "reply_model": null,
    "denial_status": null,
    "limits": "Limits",
    "budgets": "Budgets",
    "prices": [
      "Price"
    ],
    "policies": "Policies",
    "limit_profiles": [
      "ManifestLimitProfile"
    ],
    "alerts": "Alerts",
    "store": null,
    "sign_in": "SignIn",
    "max_stale": null,
    "audit_retention": null,
    "audit_denied": null,
    "console": "Console",
    "encryption_key": null,
    "state": null,
    "telemetry": "Telemetry",
    "rules": null,
    "flows": [
      "FlowRule"
    ],
    "public_url": null,
    "mcp": "Mcp",
    "agents": [
      "AgentServer"
    ]
  },
  "Listen": {
    "host": null,
    "port": null,
    "hosts": null,
    "behind_proxy": null,
    "tls": "Tls",
    "cors": "Cors",
    "admin": "AdminListener"
  },
  "Tls": {
    "certificate": null,
    "key": null
  },
  "Cors": {
    "origins": null,
    "headers": null,
    "max_age": null
  },
  "AdminListener": {
    "host": null,
    "port": null,
    "tls": "Tls"
  },
  "StoredProvider": {
    "provider": null,
    "api_key": null,
    "custom_host": null,
    "deviating": null,
    "resource_name": null,
    "deployment_id": null,
    "api_version": null,
    "deployments": [
      "Deployment"
    ],
    "vendor_organization": null,
    "vendor_project": null,
    "anthropic_beta": null,
    "cloud1_access_key_id": null,
    "cloud1_secret_access_key": null,
    "cloud1_session_token": null,
    "cloud1_region": null,
    "cloud1_assume_role_arn": null,
    "cloud1_assume_role_external_id": null,
    "cloud1_web_identity_token": null,
    "cloud1_base_model": null,
    "cloud1_s3_bucket": null,
    "cloud1_role_arn": null,
    "cloud2_resource_name": null,
    "cloud2_deployment_id": null,
    "cloud2_model_name": null,
    "cloud2_region": null,
    "cloud2_deployment_name": null,
    "cloud2_endpoint_name": null,
    "cloud2_api_version": null,
    "cloud2_entra_scope": null,
    "cloud2_entra_tenant_id": null,
    "cloud2_entra_client_id": null,
    "cloud2_entra_client_secret": null,
    "cloud2_entra_federated_token": null,
    "cloud2_managed_identity": null,
    "cloud2_deployment_type": null,
    "cloud3_project_id": null,
    "cloud3_region": null,
    "cloud3_gcs_bucket": null,
    "cloud3_attached_account": null,
    "cloud3_service_account_json": null,
    "allowed_hosts": null,
    "outbound": "Outbound",
    "pool": "ProviderPool"
  },
  "Outbound": {
    "proxy": null,
    "no_proxy": null,
    "ca": null
  },
  "ProviderPool": {
    "pick": null,
    "sticky": "PoolSticky",
    "models": null,
    "members": [
      "PoolMember"
    ],
    "failover": "PoolFailover",
    "deadlines": "PoolDeadlines",
    "hedge": "PoolHedge"
  },
  "PoolSticky": {
    "by": null,
    "for": null
  },
  "PoolMember": {
    "provider": null,
    "api_key": null,
    "custom_host": null,
    "deviating": null,
    "resource_name": null,
    "deployment_id": null,
    "api_version": null,
    "deployments": [
      "Deployment"
    ],
    "vendor_organization": null,
    "vendor_project": null,
    "anthropic_beta": null,
    "cloud1_access_key_id": null,
    "cloud1_secret_access_key": null,
    "cloud1_session_token": null,
    "cloud1_region": null,
    "cloud1_assume_role_arn": null,
    "cloud1_assume_role_external_id": null,
    "cloud1_web_identity_token": null,
    "cloud1_base_model": null,
    "cloud1_s3_bucket": null,
    "cloud1_role_arn": null,
    "cloud2_resource_name": null,
    "cloud2_deployment_id": null,
    "cloud2_model_name": null,
    "cloud2_region": null,
    "cloud2_deployment_name": null,
    "cloud2_endpoint_name": null,
    "cloud2_api_version": null,
    "cloud2_entra_scope": null,
    "cloud2_entra_tenant_id": null,
    "cloud2_entra_client_id": null,
    "cloud2_entra_client_secret": null,
    "cloud2_entra_federated_token": null,
    "cloud2_managed_identity": null,
    "cloud2_deployment_type": null,
    "cloud3_project_id": null,
    "cloud3_region": null,
    "cloud3_gcs_bucket": null,
    "cloud3_attached_account": null,
    "cloud3_service_account_json": null,
    "allowed_hosts": null,
    "outbound": "Outbound",
    "weight": null,
    "tier": null,
    "account": null,
    "share": "MemberShare",
    "limits": "MemberLimits"
  },
  "MemberShare": {
    "min": null,
    "max": null
  },
  "MemberLimits": {
    "requests_per_minute": null,
    "tokens_per_minute": null,
    "concurrent": null,
    "context": null
  },
  "PoolFailover": {
    "members": null
  },
  "PoolDeadlines": {
    "headers": "DeadlineSlope",
    "content": "DeadlineSlope",
    "gap": null
  },
  "DeadlineSlope": {
    "base": null,
    "per_million_tokens": null
  },
  "PoolHedge": {
    "after": null,
    "at_most": null
  },
  "SecretReference": {
    "manager_type": null,
    "auth_config": "SecretAuth",
    "secret_path": null,
    "secret_key": null,
    "allow_all_workspaces": null,
    "allowed_workspaces": null,
    "allowed_hosts": null,
    "max_age": null,
    "max_stale": null,
    "tags": null
  },
  "SecretAuth": {
    "vault_addr": null,
    "vault_auth_type": null,
    "vault_token": null,
    "vault_role_id": null,
    "vault_secret_id": null,
    "vault_role": null,
    "vault_jwt_path": null,
    "vault_auth_mount": null,
    "vault_namespace": null,
    "vault_mount": null,
    "vault_kv_version": null,
    "aws_auth_type": null,
    "aws_region": null,
    "aws_access_key_id": null,
    "aws_secret_access_key": null,
    "aws_session_token": null,
    "aws_role_arn": null,
    "aws_external_id": null,
    "aws_web_identity_token": null,
    "aws_endpoint": null,
    "azure_vault_url": null,
    "azure_auth_mode": null,
    "azure_entra_tenant_id": null,
    "azure_entra_client_id": null,
    "azure_entra_client_secret": null,
    "azure_managed_client_id": null
  },
  "ApiKey": {
    "id": null,
    "hash": null,
    "workspace": null,
    "inline_configs": null,
    "allow_config_override": null,
    "custom_hosts": null,
    "defaults": "CallDefaults",
    "aliases": "ModelAliases",
    "input_guardrails": null,
    "output_guardrails": null,
    "rate_limits": [
      "KeyRateLimit"
    ],
    "usage_limits": [
      "KeyUsageLimit"
    ],
    "limit_profile": null,
    "scopes": null,
    "mcp": [
      "KeyMcp"
    ],
    "agents": null
  },
  "CallDefaults": {
    "config": null,
    "provider": null
  },
  "ModelAliases": {
    "*": null
  },
  "KeyRateLimit": {
    "type": null,
    "unit": null,
    "value": null,
    "uncounted": null,
    "on_store_away": null
  },
  "KeyUsageLimit": {
    "type": null,
    "credit_limit": null,
    "alert_threshold": null,
    "periodic_reset": null,
    "periodic_reset_days": null,
    "next_usage_reset_at": null,
    "uncounted": null,
    "on_store_away": null
  },
  "KeyMcp": {
    "tools": "McpNames",
    "prompts": "McpNames",
    "resources": "McpNames"
  },
  "McpNames": {
    "allow": null,
    "deny": null
  },
  "NamedGuardrail": {
    "deny": null,
    "when": null,
    "denial_message": null,
    "async": null,
    "on_fail": "DenyingOutcome",
    "on_success": "DenyingOutcome",
    "type": null,
    "sequential": null,
    "checks": [
      "Check"
    ],
    "stream": null
  },
  "CacheSettings": {
    "semantic": "SemanticSettings"
  },
  "SemanticSettings": {
    "provider": null,
    "model": null,
    "threshold": null,
    "dimensions": null,
    "vectors": null
  },
  "Limits": {
    "body_bytes": null,
    "upload_bytes": null,
    "json_values": null,
    "header_bytes": null,
    "reply_bytes": null,
    "reply_header_bytes": null,
    "idle_timeout": null,
    "connect_timeout": null,
    "request_timeout": null,
    "body_timeout": null,
    "drain_delay": null,
    "drain_timeout": null,
    "connections": null,
    "concurrent_requests": null,
    "client_connections": null,
    "inline_configs": null,
    "inline_config_bytes": null,
    "buffered_bytes": null,
    "cache_entries": null,
    "cache_bytes": null
  },
  "Budgets": {
    "calls": null,
    "time": null,
    "cost": null,
    "month": null
  },
  "Price": {
    "provider": null,
    "model": null,
    "input": null,
    "cached": null,
    "cache_writes": null,
    "cache_writes_1h": null,
    "output": null,
    "reasoning": null,
    "citations": null,
    "audio_input": null,
    "cached_audio_input": null,
    "audio_output": null,
    "image_input": null,
    "cached_image_input": null,
    "image_output": null,
    "video_input": null,
    "video_output": null,
    "per_request": null,
    "per_search": null,
    "per_search_preview": null,
    "per_grounded_prompt": null,
    "per_source": null,
    "per_file_search": null,
    "per_container": null,
    "per_second": null,
    "per_page": null,
    "per_character": null,
    "per_image": null,
    "above": [
      "TierOfSize"
    ],
    "service_tiers": [
      "TierPrice"
    ],
    "batch": "TierPrice",
    "from": null,
    "discount": null,
    "read": null,
    "file": null,
    "url": null,
    "digest": null
  },
  "TierOfSize": {
    "tokens": null,
    "input": null,
    "cached": null,
    "cache_writes": null,
    "cache_writes_1h": null,
    "output": null,
    "reasoning": null,
    "citations": null,
    "audio_input": null,
    "cached_audio_input": null,
    "audio_output": null,
    "image_input": null,
    "cached_image_input": null,
    "image_output": null,
    "video_input": null,
    "video_output": null,
    "per_request": null,
    "per_search": null,
    "per_search_preview": null,
    "per_grounded_prompt": null,
    "per_source": null,
    "per_file_search": null,
    "per_container": null,
    "per_second": null,
    "per_page": null,
    "per_character": null,
    "per_image": null
  },
  "TierPrice": {
    "input": null,
    "cached": null,
    "cache_writes": null,
    "cache_writes_1h": null,
    "output": null,
    "reasoning": null,
    "citations": null,
    "audio_input": null,
    "cached_audio_input": null,
    "audio_output": null,
    "image_input": null,
    "cached_image_input": null,
    "image_output": null,
    "video_input": null,
    "video_output": null,
    "per_request": null,
    "per_search": null,
    "per_search_preview": null,
    "per_grounded_prompt": null,
    "per_source": null,
    "per_file_search": null,
    "per_container": null,
    "per_second": null,
    "per_page": null,
    "per_character": null,
    "per_image": null,
    "above": [
      "TierOfSize"
    ]
  },
  "Policies": {
    "rate_limits": [
      "RateLimit"
    ],
    "usage_limits": [
      "UsageLimit"
    ]
  },
  "RateLimit": {
    "name": null,
    "type": null,
    "unit": null,
    "value": null,
    "conditions": [
      "LimitCondition"
    ],
    "group_by": [
      "LimitGroup"
    ],
    "uncounted": null,
    "on_store_away": null
  },
  "LimitCondition": {
    "key": null,
    "value": null,
    "excludes": null
  },
  "LimitGroup": {
    "key": null
  },
  "UsageLimit": {
    "name": null,
    "type": null,
    "credit_limit": null,
    "alert_threshold": null,
    "periodic_reset": null,
    "periodic_reset_days": null,
    "next_usage_reset_at": null,
    "conditions": [
      "LimitCondition"
    ],
    "group_by": [
      "LimitGroup"
    ],
    "uncounted": null,
    "on_store_away": null
  },
  "ManifestLimitProfile": {
    "description": null,
    "rate_limits": [
      "KeyRateLimit"
    ],
    "usage_limits": [
      "KeyUsageLimit"
    ]
  },
  "Alerts": {
    "webhook": null
  },
  "SignIn": {
    "issuer": null,
    "audience": null,
    "client_id": null,
    "token_ttl": null,
    "jwks_url": null,
    "trusted_addresses": null,
    "claims": "SignInClaims",
    "scopes": null
  },
  "SignInClaims": {
    "email": null,
    "role": null,
    "workspaces": null
  },
  "Console": {
    "read_only": null,
    "session_ttl": null,
    "listen": "ConsoleListener"
  },
  "ConsoleListener": {
    "host": null,
    "port": null,
    "tls": "Tls"
  },
  "Telemetry": {
    "log": null,
    "log_file": "LogFile",
    "log_store": "LogStoreSettings",
    "log_http": "LogHttp",
    "otlp": "Otlp",
    "bodies": "LoggedContent",
    "usage": null,
    "cost_header": null,
    "propagate_to": null,
    "metrics": "MetricsListener"
  },
  "LogFile": {
    "path": null,
    "max_bytes": null,
    "keep": null
  },
  "LogStoreSettings": {
    "record_days": null,
    "body_days": null,
    "total_days": null
  },
  "LogHttp": {
    "url": null,
    "headers": null,
    "bodies": null
  },
  "Otlp": {
    "endpoint": null,
    "headers": null,
    "encoding": null,
    "traces": null,
    "metrics": null,
    "logs": null,
    "attributes": null,
    "conventions": null
  },
  "LoggedContent": {
    "workspaces": null,
    "sample": null,
    "max_bytes": null,
    "mask": null
  },
  "MetricsListener": {
    "host": null,
    "port": null,
    "token": null,
    "labels": null
  },
  "FlowRule": {
    "when": null,
    "data": null,
    "secrets": null,
    "only": null
  },
  "Mcp": {
    "servers": [
      "McpServer"
    ],
    "virtual": [
      "McpVirtual"
    ],
    "control": null,
    "token_scopes": null,
    "session_ttl": null
  },
  "McpServer": {
    "url": null,
    "headers": null,
    "auth": "McpAuth",
    "timeout": null,
    "workspaces": null,
    "tools": "McpNames",
    "prompts": "McpNames",
    "resources": "McpNames",
    "pins": null,
    "pinned": null,
    "command": null,
    "transport": null
  },
  "McpAuth": {
    "type": null,
    "issuer": null,
    "token_url": null,
    "client_id": null,
    "client_secret": null,
    "scopes": null
  },
  "McpVirtual": {
    "tools": null,
    "prompts": null,
    "resources": null,
    "prefix": null,
    "instructions": null,
    "workspaces": null
  },
  "AgentServer": {
    "card_url": null,
    "interfaces": [
      "AgentInterface"
    ],
    "versions": null,
    "headers": null,
    "timeout": null,
    "workspaces": null,
    "webhook_hosts": null,
    "card": "AgentCardSettings"
  },
  "AgentInterface": {
    "url": null,
    "binding": null,
    "version": null
  },
  "AgentCardSettings": {
    "signing_key": null,
    "signatures": null,
    "trusted_keys": [
      "AgentCardKey"
    ]
  },
  "AgentCardKey": {
    "kty": null,
    "crv": null,
    "x": null,
    "y": null,
    "n": null,
    "e": null,
    "kid": null,
    "alg": null,
    "use": null
  },
  "Prompt": {
    "$schema": null,
    "description": null,
    "variables": [
      "PromptVariable"
    ],
    "messages": [
      "PromptMessage"
    ],
    "model": null,
    "provider": null,
    "virtual_key": null,
    "config": null,
    "allow": null,
    "tests": [
      "PromptTest"
    ]
  },
  "PromptVariable": {
    "type": null,
    "default": null,
    "required": null,
    "description": null
  },
  "PromptMessage": {
    "role": null,
    "content": null,
    "name": null
  },
  "PromptTest": {
    "name": null,
    "variables": null,
    "messages": null,
    "error": null
  },
  "PromptPartial": {
    "$schema": null,
    "description": null,
    "template": null
  },
  "ConfigTests": {
    "$schema": null,
    "config": null,
    "environment": null,
    "given": "GivenRequest",
    "upstreams": [
      "UpstreamStep"
    ],
    "cases": [
      "TestCase"
    ]
  },
  "GivenRequest": {
    "method": null,
    "path": null,
    "headers": null,
    "metadata": null,
    "caller": null,
    "body": null,
    "draw": null,
    "jitter": null
  },
  "UpstreamStep": {
    "status": null,
    "delay": null,
    "headers": null,
    "error": null,
    "content": null,
    "body": null,
    "stream": null,
    "interval": null,
    "cut": null,
    "fail": null
  },
  "TestCase": {
    "name": null,
    "config": null,
    "earlier": [
      "EarlierRequest"
    ],
    "given": "GivenRequest",
    "upstreams": [
      "UpstreamStep"
    ],
    "expect": "Expectation",
    "recorded": null
  },
  "EarlierRequest": {
    "given": "GivenRequest",
    "upstreams": [
      "UpstreamStep"
    ],
    "times": null,
    "pause": null
  },
  "Expectation": {
    "calls": [
      "ExpectedCall"
    ],
    "waits": null,
    "status": null,
    "headers": null,
    "body": null,
    "content": null,
    "complete": null,
    "time": "TimeBounds"
  },
  "ExpectedCall": {
    "target": null,
    "provider": null,
    "model": null,
    "url": null,
    "method": null,
    "headers": null,
    "body": null
  },
  "TimeBounds": {
    "min": null,
    "max": null
  },
  "TrafficModel": {
    "$schema": null,
    "config": null,
    "seed": null,
    "requests": null,
    "rate": null,
    "mix": [
      "TrafficKind"
    ],
    "providers": [
      "ProviderBehavior"
    ],
    "prices": [
      "ModelPrice"
    ]
  },
  "TrafficKind": {
    "share": null,
    "given": "GivenRequest",
    "input_tokens": null,
    "output_tokens": null
  },
  "ProviderBehavior": {
    "median": null,
    "p95": null,
    "failures": null
  },
  "ModelPrice": {
    "input": null,
    "output": null
  }
}

/** The units of numbers, by the kind of the object and the property. */
export const units: { readonly [kind: string]: { readonly [property: string]: string } } = {
  "Retry": {
    "max_wait": "milliseconds"
  },
  "Cache": {
    "max_age": "seconds"
  },
  "CircuitBreaker": {
    "cooldown_interval": "milliseconds"
  },
  "StickySession": {
    "ttl": "seconds"
  },
  "Config": {
    "request_timeout": "milliseconds"
  },
  "Cors": {
    "max_age": "seconds"
  },
  "Limits": {
    "body_bytes": "bytes",
    "upload_bytes": "bytes",
    "header_bytes": "bytes",
    "reply_bytes": "bytes",
    "reply_header_bytes": "bytes",
    "idle_timeout": "milliseconds",
    "connect_timeout": "milliseconds",
    "request_timeout": "milliseconds",
    "body_timeout": "milliseconds",
    "drain_delay": "milliseconds",
    "drain_timeout": "milliseconds",
    "inline_config_bytes": "bytes",
    "buffered_bytes": "bytes",
    "cache_bytes": "bytes"
  },
  "Budgets": {
    "time": "milliseconds"
  },
  "SignIn": {
    "token_ttl": "seconds"
  },
  "SecretReference": {
    "max_age": "seconds",
    "max_stale": "seconds"
  },
  "Console": {
    "session_ttl": "seconds"
  },
  "LogFile": {
    "max_bytes": "bytes"
  },
  "LoggedContent": {
    "max_bytes": "bytes"
  },
  "Mcp": {
    "session_ttl": "seconds"
  },
  "McpServer": {
    "timeout": "milliseconds"
  },
  "AgentServer": {
    "timeout": "milliseconds"
  },
  "Manifest": {
    "max_stale": "milliseconds"
  },
  "EarlierRequest": {
    "pause": "milliseconds"
  },
  "UpstreamStep": {
    "delay": "milliseconds",
    "interval": "milliseconds"
  },
  "TimeBounds": {
    "min": "milliseconds",
    "max": "milliseconds"
  },
  "ProviderBehavior": {
    "median": "milliseconds",
    "p95": "milliseconds"
  }
}

/** The contexts that the keys of a query may begin with. */
export const queryContexts = [
  "metadata",
  "params",
  "url.pathname"
] as const

/** The operators of a query. */
export const queryOperators = [
  "$eq",
  "$ne",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$in",
  "$nin",
  "$regex",
  "$and",
  "$or"
] as const

/** Paths that are reserved for the gateway and never forwarded; the first match counts. */
export const reservedResources: readonly { readonly pattern: string; readonly methods?: readonly string[]; readonly reason?: string }[] = [
  {
    "pattern": "/prompts/{promptId}",
    "methods": [
      "PUT"
    ]
  },
  {
    "pattern": "/prompts/..."
  },
  {
    "pattern": "/policies/rate-limits",
    "methods": [
      "GET"
    ]
  },
  {
    "pattern": "/policies/rate-limits/{rateLimitsPolicyId}",
    "methods": [
      "GET"
    ]
  },
  {
    "pattern": "/policies/..."
  },
  {
    "pattern": "/api-keys/{apiKeyId}/rotate",
    "methods": [
      "POST"
    ]
  },
  {
    "pattern": "/api-keys/..."
  },
  {
    "pattern": "/workspaces",
    "methods": [
      "GET"
    ]
  },
  {
    "pattern": "/workspaces/..."
  },
  {
    "pattern": "/analytics/groups/{groupBy}",
    "methods": [
      "GET"
    ]
  },
  {
    "pattern": "/analytics/..."
  },
  {
    "pattern": "/logs/groups/{groupBy}",
    "methods": [
      "GET"
    ]
  },
  {
    "pattern": "/logs/..."
  },
  {
    "pattern": "/mcp-servers/{id}/tokens",
    "reason": "Tokens are sealed and never shown; people connect at /mcp/connect/{server}, and /mcp-servers/{id}/connections lists and revokes."
  },
  {
    "pattern": "/mcp-servers/{id}/client-info",
    "methods": [
      "GET"
    ],
    "reason": "The registration has a secret, which is never shown."
  },
  {
    "pattern": "/mcp-servers/{id}/capabilities/sync",
    "methods": [
      "POST"
    ],
    "reason": "The gateway reads tools from the server itself, and holds those that changed: POST /mcp-servers/{id}/capabilities/approve trusts them."
  },
  {
    "pattern": "/mcp-servers/{id}/metadata/sync",
    "methods": [
      "POST"
    ],
    "reason": "The gateway reads metadata from the server itself."
  },
  {
    "pattern": "/mcp-servers/{id}/user-access/check",
    "methods": [
      "GET"
    ],
    "reason": "The list of servers has those that the caller may use; user-access has the people."
  },
  {
    "pattern": "/mcp-servers/{id}/metadata",
    "methods": [
      "GET"
    ]
  },
  {
    "pattern": "/mcp-servers/..."
  },
  {
    "pattern": "/mcp-integrations/{id}/sync",
    "methods": [
      "POST"
    ],
    "reason": "The gateway reads it from the server itself."
  },
  {
    "pattern": "/mcp-integrations/{id}/test",
    "methods": [
      "POST"
    ],
    "reason": "An integration is called by its servers: POST /mcp-servers/{id}/test tests one."
  },
  {
    "pattern": "/mcp-integrations/{id}/metadata",
    "methods": [
      "GET"
    ],
    "reason": "An integration is called by its servers: GET /mcp-servers/{id}/metadata has the metadata."
  },
  {
    "pattern": "/mcp-integrations/..."
  },
  {
    "pattern": "/agent-servers/..."
  },
  {
    "pattern": "/agent-integrations/..."
  },
  {
    "pattern": "/v2/mcp-servers/{mcpServerId}/connections",
    "methods": [
      "GET",
      "DELETE"
    ]
  },
  {
    "pattern": "/v2/mcp-servers/..."
  },
  {
    "pattern": "/configs/..."
  },
  {
    "pattern": "/providers/..."
  },
  {
    "pattern": "/integrations/..."
  },
  {
    "pattern": "/secret-references/..."
  },
  {
    "pattern": "/virtual-keys/..."
  },
  {
    "pattern": "/guardrails/...",
    "reason": "Guardrails are defined in the manifest, in keys and in configs, where the compiler checks them."
  },
  {
    "pattern": "/feedback/..."
  },
  {
    "pattern": "/collections/..."
  },
  {
    "pattern": "/releases/..."
  },
  {
    "pattern": "/audit-logs/..."
  },
  {
    "pattern": "/deployments/..."
  },
  {
    "pattern": "/organisation/..."
  },
  {
    "pattern": "/admin/users/invites/{inviteId}/resend",
    "methods": [
      "POST"
    ],
    "reason": "The gateway sends no mail: a person who was added signs in at the issuer."
  },
  {
    "pattern": "/admin/..."
  },
  {
    "pattern": "/labels/..."
  },
  {
    "pattern": "/scim/..."
  },
  {
    "pattern": "/sign-in/..."
  },
  {
    "pattern": "/limit-profiles/..."
  },
  {
    "pattern": "/plans/..."
  }
]

/** The endpoints with JSON requests that can reply with a stream. */
export const streamedEndpoints: readonly string[] = [
  "chat/completions",
  "completions",
  "responses",
  "messages",
  "audio/speech",
  "images/generations"
]

/** The ecosystem's names of endpoints. */
export const requestTypes = {
  "chatComplete": "chat/completions",
  "complete": "completions",
  "embed": "embeddings",
  "rerank": "rerank",
  "moderate": "moderations",
  "createModelResponse": "responses",
  "messages": "messages",
  "messagesCountTokens": "messages/count_tokens",
  "createSpeech": "audio/speech",
  "createTranscription": "audio/transcriptions",
  "createTranslation": "audio/translations",
  "imageGenerate": "images/generations",
  "imageEdit": "images/edits",
  "createImageVariation": "images/variations"
} as const

/** The type of every request that is passed through. */
export const passThroughType = "proxy" as const

/** The ecosystem's names of passed-through requests: method and path, in which * is one segment. */
export const passThroughTypes: Readonly<Record<string, string>> = {
  "uploadFile": "POST files",
  "listFiles": "GET files",
  "retrieveFile": "GET files/*",
  "deleteFile": "DELETE files/*",
  "retrieveFileContent": "GET files/*/content",
  "createBatch": "POST batches",
  "listBatches": "GET batches",
  "retrieveBatch": "GET batches/*",
  "getBatchOutput": "GET batches/*/output",
  "cancelBatch": "POST batches/*/cancel",
  "createFinetune": "POST fine_tuning/jobs",
  "listFinetunes": "GET fine_tuning/jobs",
  "retrieveFinetune": "GET fine_tuning/jobs/*",
  "cancelFinetune": "POST fine_tuning/jobs/*/cancel",
  "getModelResponse": "GET responses/*",
  "deleteModelResponse": "DELETE responses/*",
  "listResponseInputItems": "GET responses/*/input_items"
}

/** The endpoints of the gateway. */
export const routeNames: readonly string[] = [
  "chat/completions",
  "completions",
  "embeddings",
  "rerank",
  "moderations",
  "responses",
  "messages",
  "messages/count_tokens",
  "audio/speech",
  "audio/transcriptions",
  "audio/translations",
  "images/generations",
  "images/edits",
  "images/variations",
  "files",
  "batches",
  "fine_tuning/jobs",
  "threads",
  "models",
  "realtime"
]

/** The defaults of a config. */
export const configDefaults = {
  "weight": 1,
  "retry": {
    "on_status_codes": [
      408,
      429,
      500,
      502,
      503,
      504,
      529
    ],
    "use_retry_after_headers": false,
    "max_wait": 60000
  },
  "cache": {
    "max_age": 604800
  },
  "strict_vendor_compliance": true
} as const

/** The defaults of a manifest. */
export const manifestDefaults = {
  "name": "gateway",
  "listen": {
    "host": "127.0.0.1",
    "port": 8787,
    "behind_proxy": false,
    "cors": {
      "max_age": 600
    },
    "admin": {
      "host": "127.0.0.1"
    }
  },
  "header_prefix": "x-gateway-",
  "spelling": "interface",
  "configs": "configs",
  "prompts": "prompts",
  "inline_configs": true,
  "custom_hosts": true,
  "cache": {
    "semantic": {
      "threshold": 0.95,
      "vectors": "memory:"
    }
  },
  "unsupported": "drop",
  "denial_status": 446,
  "limits": {
    "body_bytes": 16777216,
    "upload_bytes": 536870912,
    "json_values": 50000,
    "header_bytes": 32768,
    "reply_bytes": 67108864,
    "reply_header_bytes": 32768,
    "idle_timeout": 120000,
    "connect_timeout": 10000,
    "request_timeout": 600000,
    "body_timeout": 300000,
    "drain_delay": 0,
    "drain_timeout": 30000,
    "connections": 4096,
    "concurrent_requests": 4096,
    "client_connections": 16384,
    "inline_configs": 1024,
    "inline_config_bytes": 0,
    "buffered_bytes": 0,
    "cache_entries": 10000,
    "cache_bytes": 134217728
  },
  "sign_in": {
    "token_ttl": 3600,
    "trusted_addresses": [],
    "claims": {
      "email": "email",
      "role": "role",
      "workspaces": "workspaces"
    },
    "scopes": []
  },
  "max_stale": 3600000,
  "audit_denied": true,
  "console": false,
  "state": "memory:",
  "telemetry": {
    "log": "stdout",
    "log_file": {
      "max_bytes": 104857600,
      "keep": 10
    },
    "log_store": {
      "record_days": 30,
      "body_days": 7,
      "total_days": 400
    },
    "log_http": {
      "bodies": false
    },
    "otlp": {
      "encoding": "protobuf",
      "traces": 1,
      "metrics": false,
      "logs": false,
      "conventions": "pinned"
    },
    "bodies": {
      "sample": 1,
      "max_bytes": 262144,
      "mask": [
        "secrets"
      ]
    },
    "cost_header": false,
    "metrics": false
  },
  "mcp": {
    "control": false,
    "token_scopes": [],
    "session_ttl": 3600
  }
} as const

/** The defaults of a secret reference. */
export const secretReferenceDefaults = {
  "auth_config": {
    "vault_jwt_path": "/var/run/secrets/kubernetes.io/serviceaccount/token",
    "vault_kv_version": 2
  },
  "max_age": 300,
  "max_stale": 3600
} as const

/** The defaults of the console. */
export const consoleDefaults = {
  "read_only": false,
  "session_ttl": 28800,
  "listen": {
    "host": "127.0.0.1"
  }
} as const
