// The properties of agentgateway's configuration, by what becomes of them.
import { each, instead, itemsOf, mapOf, objectOf, type Shape, type Shapes } from '../source-shape.ts'

const PORT = instead('The gateway has one port for models: listen.port of the manifest, or --port.')

const CORS = objectOf({
  ...each(['allowOrigins', 'allowHeaders', 'maxAge'], 'read'),
  ...each(['allowMethods', 'exposeHeaders', 'allowCredentials'], 'unused'),
})

/** Guards of requests or replies, which prompt-guard.ts reads. */
const GUARD = objectOf({
  regex: objectOf({
    ...each(['action', 'builtins', 'matches'], 'read'),
    rules: itemsOf(objectOf(each(['builtin', 'pattern', 'regex', 'name'], 'read'))),
  }),
  promptInjection: objectOf({
    threshold: 'read',
    action: 'read',
  }),
  bedrockGuardrails: objectOf(each(['guardrailIdentifier', 'guardrailVersion', 'region'], 'read')),
  ...each(['openAIModeration', 'webhook'], 'read'),
  rejection: objectOf(
    { body: 'read' },
    instead('A denial has the status 446 or 246 and denial_message of the guardrail.'),
  ),
  response: objectOf({ message: 'read' }, instead('A denial has the status 446 or 246 here.')),
  ...each(
    ['googleModelArmor', 'azureContentSafety'],
    instead('Checks that call services are listed by "portolan checks".'),
  ),
})

const AI_POLICY = objectOf({
  ...each(['defaults', 'overrides'], 'read'),
  promptGuard: objectOf(each(['request', 'response'], itemsOf(GUARD))),
  // The gateway serves every route of the API.
  ...each(['routes', 'models'], 'unused'),
  modelAliases: instead('aliases of the manifest give models further names.'),
  prompts: instead('Messages before those of requests are those of a prompt: prompt_id of a config.'),
  promptEnrichment: instead(
    'Messages before those of requests are those of a prompt: prompt_id of a config.',
  ),
  promptCaching: instead('The gateway adds no cache_control to messages.'),
  wildcardPatterns: 'unused',
})

const BACKEND_AUTH = objectOf({
  key: 'read',
  ...each(['aws', 'gcp', 'azure'], 'unused'),
  passthrough: instead('Calls to a provider carry the key of its stored provider.'),
})

const POLICY_PARTS: Shapes = {
  backendAuth: BACKEND_AUTH,
  ai: AI_POLICY,
  retry: objectOf({
    ...each(['attempts', 'codes'], 'read'),
    ...each(['backoff', 'perTryTimeout'], 'unused'),
  }),
  timeout: objectOf(each(['requestTimeout', 'backendRequestTimeout'], 'read')),
  localRateLimit: itemsOf(
    objectOf(each(['maxTokens', 'tokensPerFill', 'fillInterval', 'type', 'limit', 'unit'], 'read')),
  ),
  cors: CORS,
  ...each(['backendTLS', 'buffer', 'backendHTTP'], 'unused'),
  apiKey: instead('Keys of clients are api_keys of the manifest: portolan key NAME.'),
  ...each(
    ['jwtAuth', 'oidc', 'mcpAuthentication'],
    instead(
      'sign_in of the manifest accepts tokens of an OIDC issuer; the check default.jwt any signed token.',
    ),
  ),
  basicAuth: instead('Keys of clients are api_keys of the manifest: portolan key NAME.'),
  ...each(
    ['authorization', 'extAuthz', 'extProc'],
    instead('The check default.policy asks an external decision point.'),
  ),
  mcpAuthorization: instead('The tools of a key are mcp of an item of api_keys.'),
  ...each(
    ['requestHeaderModifier', 'responseHeaderModifier', 'transformations'],
    instead('forward_headers of a target lists the headers that are forwarded.'),
  ),
  ...each(
    ['urlRewrite', 'requestRedirect', 'directResponse'],
    instead('The paths of the gateway are those of the API; the address of a provider is its custom_host.'),
  ),
  remoteRateLimit: instead(
    'Limits of requests and tokens are policies.rate_limits of the manifest, with state for several instances.',
  ),
  requestMirror: instead('A part of the traffic is compared by "portolan replay".'),
  a2a: instead('Agents of the A2A protocol are agents of the manifest.'),
  csrf: instead('Requests of web pages are refused unless listen.cors names them.'),
}
const POLICIES = objectOf(POLICY_PARTS)

const MCP_TARGET = objectOf({
  name: 'read',
  mcp: objectOf(each(['host', 'port', 'path'], 'read')),
  // Targets of other kinds are reported as a whole.
  ...each(['stdio', 'sse', 'openapi', 'http'], 'read'),
  policies: objectOf({
    requestHeaderModifier: objectOf({ ...each(['add', 'set'], 'read'), remove: 'unused' }),
    ...each(['backendTLS', 'backendHTTP'], 'unused'),
    backendAuth: instead('Headers of an MCP server are mcp.servers.NAME.headers.'),
    mcpAuthorization: instead('The tools of a server are mcp.servers.NAME.tools.'),
  }),
})

const PROVIDER: Shapes = {
  name: 'unused',
  provider: mapOf('read'),
  hostOverride: 'read',
  ...each(['routes', 'tokenize'], 'unused'),
  ...each(['pathOverride', 'pathPrefix'], instead('The path of a provider is part of its custom_host.')),
  policies: POLICIES,
  backendAuth: BACKEND_AUTH,
  ...each(['backendTLS', 'backendTunnel'], 'unused'),
}

const ROUTE = objectOf({
  ...each(['name', 'matches'], 'read'),
  ...each(['ruleName', 'gateways', 'namespace'], 'unused'),
  hostnames: instead('Routes by host have no counterpart; clients name a config with x-gateway-config.'),
  policies: POLICIES,
  backends: itemsOf(
    objectOf({
      weight: 'read',
      ai: objectOf({
        ...PROVIDER,
        groups: itemsOf(objectOf({ providers: itemsOf(objectOf({ ...PROVIDER, weight: 'unused' })) })),
      }),
      mcp: objectOf({
        targets: itemsOf(MCP_TARGET),
        ...each(['statefulMode', 'prefixMode', 'failureMode', 'name'], 'unused'),
      }),
      // Backends of other kinds are reported as a whole.
      ...each(['host', 'dynamic', 'service', 'backend'], 'read'),
      policies: POLICIES,
    }),
  ),
})

const MODEL_PARAMS = objectOf({
  ...each(
    ['model', 'apiKey', 'baseUrl', 'hostOverride', 'awsRegion', 'vertexProject', 'vertexRegion'],
    'read',
  ),
  ...each(['azureHost', 'azureApiVersion', 'region', 'projectId', 'host', 'apiVersion'], 'read'),
  tokenize: 'unused',
  ...each(['pathOverride', 'pathPrefix'], instead('The path of a provider is part of its custom_host.')),
  azureResourceName: instead('The resource is resource_name of a stored provider.'),
})

const LLM = objectOf({
  port: PORT,
  ...each(['bind', 'gateways'], 'unused'),
  models: itemsOf(
    objectOf({
      ...each(
        ['name', 'provider', 'matches', 'defaults', 'overrides', 'visibility', 'transformation'],
        'read',
      ),
      params: MODEL_PARAMS,
      ...each(['guardrails', 'promptGuard'], objectOf(each(['request', 'response'], itemsOf(GUARD)))),
      health: instead('A circuit breaker is cb_config of a target.'),
      requestHeaders: instead('forward_headers of a target lists the headers that are forwarded.'),
      promptCaching: instead('The gateway adds no cache_control to messages.'),
      ...each(['backendTLS', 'tls'], 'unused'),
      ...each(
        ['auth', 'authorization'],
        instead('The check default.policy asks an external decision point.'),
      ),
    }),
  ),
  providers: itemsOf(
    objectOf({
      ...each(['name', 'provider'], 'read'),
      params: MODEL_PARAMS,
      ...each(['backendTLS', 'tls'], 'unused'),
    }),
  ),
  virtualModels: itemsOf(
    objectOf({
      name: 'read',
      routing: mapOf(
        objectOf({ targets: itemsOf(objectOf(each(['model', 'weight', 'priority', 'when'], 'read'))) }),
      ),
    }),
  ),
  policies: objectOf({
    ...POLICY_PARTS,
    apiKey: objectOf({
      mode: 'read',
      keys: itemsOf(objectOf({ ...each(['key', 'keyHash', 'metadata'], 'read') })),
    }),
  }),
})

export const AGENTGATEWAY: Shape = objectOf({
  config: objectOf(
    { tracing: instead('Traces of requests are sent by telemetry.otlp of the manifest.') },
    // Addresses, logs and the database of the source's own user interface.
    'unused',
  ),
  ui: 'unused',
  frontendPolicies: instead('Logs, metrics and traces are telemetry of the manifest.'),
  gateways: mapOf(
    objectOf({
      port: PORT,
      ...each(['protocol', 'address'], 'unused'),
      tls: instead('The certificate of the gateway is listen.tls of the manifest.'),
      cors: CORS,
    }),
  ),
  llm: LLM,
  mcp: objectOf({
    port: PORT,
    ...each(['gateways', 'statefulMode', 'prefixMode', 'failureMode'], 'unused'),
    targets: itemsOf(MCP_TARGET),
    policies: POLICIES,
  }),
  routes: itemsOf(ROUTE),
  binds: itemsOf(
    objectOf({
      port: PORT,
      ...each(['tunnelProtocol'], 'unused'),
      listeners: itemsOf(
        objectOf({
          port: PORT,
          ...each(['name', 'protocol', 'gatewayName', 'namespace'], 'unused'),
          hostname: instead(
            'Routes by host have no counterpart; clients name a config with x-gateway-config.',
          ),
          tls: instead('The certificate of the gateway is listen.tls of the manifest.'),
          tcpRoutes: instead('Only calls of the API are served.'),
          policies: POLICIES,
          routes: itemsOf(ROUTE),
        }),
      ),
    }),
  ),
  ...each(
    ['policies', 'backends', 'services', 'workloads'],
    instead('Write what applies to every route where the manifest or a config has it.'),
  ),
})
