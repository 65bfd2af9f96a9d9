// Names of OpenTelemetry for calls of models and tools, as they were in commit 7269173edd774fb00a9fabc374955e0888714fa7 of
// open-telemetry/semantic-conventions-genai. They are in development there; a later revision is opt-in (`otlp.conventions`).

export const MODEL_ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  responseId: 'gen_ai.response.id',
  conversation: 'gen_ai.conversation.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedTokens: 'gen_ai.usage.cache_read.input_tokens',
  writtenTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  stream: 'gen_ai.request.stream',
  firstChunk: 'gen_ai.response.time_to_first_chunk',
  tokenType: 'gen_ai.token.type',
  tool: 'gen_ai.tool.name',
  agent: 'gen_ai.agent.name',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  mcpMethod: 'mcp.method.name',
  error: 'error.type',
} as const

export const MODEL_METRICS = {
  duration: 'gen_ai.client.operation.duration',
  tokens: 'gen_ai.client.token.usage',
  firstChunk: 'gen_ai.client.operation.time_to_first_chunk',
  /** Of messages of MCP as clients of the gateway see them. */
  mcpDuration: 'mcp.server.operation.duration',
  /** Of the same messages as the gateway, their client, sees them at the server behind it. */
  mcpClientDuration: 'mcp.client.operation.duration',
} as const

/** What `latest` emits besides: tokens as a counter, which replaces their histogram. */
export const LATER_MODEL_METRICS = {
  tokens: 'gen_ai.client.inference.tokens',
  modality: 'gen_ai.token.modality',
} as const

/** Bounds that the conventions advise: seconds of models, seconds of MCP, and tokens. */
export const SECOND_BOUNDS: readonly number[] = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]
export const MCP_SECOND_BOUNDS: readonly number[] = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
]
export const TOKEN_BOUNDS: readonly number[] = [
  1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
]

const OPERATIONS: Readonly<Record<string, string>> = {
  'chat/completions': 'chat',
  responses: 'chat',
  messages: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
}

/** The error of a tool that reports it in its result (`error.type` of MCP). */
export const TOOL_ERROR = 'tool_error'

/** Streams that a client listens on, and sessions that end, are not messages: they have a method of HTTP. */
export const isMcpMessage = (method: string): boolean => !/^[A-Z]+$/.test(method)

/** What calls a tool, in the words of the conventions. */
export const TOOL_OPERATION = 'execute_tool'

/** That of an agent elsewhere. */
export const AGENT_OPERATION = 'invoke_agent'

/** Routes of which the conventions know no operation have their own names. */
export const operationOf = (endpoint: string): string => OPERATIONS[endpoint] ?? endpoint.replaceAll('/', '_')

/** Providers of the catalog that the conventions name otherwise. */
const PROVIDERS: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  'azure-foundry': 'azure.ai.inference',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  mistral: 'mistral_ai',
  moonshot: 'moonshot_ai',
  watsonx: 'ibm.watsonx.ai',
  xai: 'x_ai',
}

export const providerNameOf = (provider: string): string => PROVIDERS[provider] ?? provider
