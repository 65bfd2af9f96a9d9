// What the recordings do not allow, each with its reason. An exception that no longer fails fails the suite, and so
// does one without a case. A reason that starts with "defect:" is a known bug of the gateway.

export interface ConformanceException {
  readonly check: string
  readonly title: RegExp
  readonly reason: string
}

const PASSES_BYTES =
  'The provider claims the OpenAI schema, its bytes pass through (architecture, section 6), and it sends'
const PREVIEW = 'The recording uses the preview version of the API; the gateway uses the stable one.'

export const exceptions: readonly ConformanceException[] = [
  // Addresses
  {
    check: 'address',
    title: /^azure-openai\/chat-completions\/ddjs-azure-openai-chat-completions-post-782ff5d3/,
    reason: 'The recording uses a nonexistent path, and contains the reply to that: not found.',
  },
  {
    check: 'address',
    title:
      /^azure-openai\/chat-completions\/reqllm-(deepseek-r1-0528|gpt-5-1-chat-object|o4-mini-object)-streaming/,
    reason: 'The API version is missing from the recorded URL, but deployments require it.',
  },
  {
    check: 'address',
    title: /^cohere\/chat\/openllmetry-test-agent-with-multiple-tools-6 \(translated/,
    reason:
      'The recording uses version 1 of the API; the gateway uses version 2. Errors have the same shape.',
  },
  {
    check: 'address',
    title: /^google-gemini\/embed-content\/llmrb-embeddings-successful-response \(translated/,
    reason: 'The gateway requests embeddings in batches only, also for one text.',
  },
  {
    check: 'address',
    title:
      /^google-vertex\/(count-tokens|generate-content|stream-generate-content)\/(rubyllm|pydantic|fantasy)/,
    reason: PREVIEW,
  },
  {
    check: 'address',
    title: /^ollama\/embeddings/,
    reason: 'The client library sends a dummy key to a local server, which ignores it.',
  },
  {
    check: 'meaning',
    title: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason: 'The first tool is provider-run: the script includes its call, but a client must not answer it.',
  },
  {
    check: 'as responses',
    title: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason: 'The first tool is provider-run: the script includes its call, but a client must not answer it.',
  },
  {
    check: 'as messages',
    title: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason: 'The first tool is provider-run: the script includes its call, but a client must not answer it.',
  },
  {
    check: 'meaning',
    title: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason: 'Streamed arguments are assembled by the adapter, but not by the script that read the recording.',
  },
  {
    check: 'as responses',
    title: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason: 'Streamed arguments are assembled by the adapter, but not by the script that read the recording.',
  },
  {
    check: 'as messages',
    title: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason: 'Streamed arguments are assembled by the adapter, but not by the script that read the recording.',
  },
  {
    check: 'as messages',
    title: /^openai\/chat-completions\/ddpy-chat-completion-custom-tool-call/,
    reason: 'The call is of a custom tool; the script that read the recording only includes function calls.',
  },
  // Stream invariants
  {
    check: 'stream',
    title: /^azure-openai\/chat-completions\/reqllm-deepseek-r1-0528-streaming/,
    reason: `${PASSES_BYTES} the finish reason twice.`,
  },
  {
    check: 'schema',
    title: /^azure-openai\/.*(stream|chunks).*\(native/,
    reason: `${PASSES_BYTES} "object": "" in the first chunk, which contains content filter results.`,
  },
  {
    check: 'schema',
    title: /^azure-openai\/chat-completions\/reqllm-deepseek-r1-0528-object-basic.*\(native/,
    reason: `${PASSES_BYTES} "tool_call" for OpenAI’s "tool_calls".`,
  },
  {
    check: 'schema',
    title: /^google-gemini\/chat-completions.*\(native/,
    reason: `${PASSES_BYTES} no content with tool calls, where OpenAI sends null.`,
  },
  {
    check: 'schema',
    title: /^together\/completions/,
    reason: `${PASSES_BYTES} "text.completion" for OpenAI’s "text_completion".`,
  },
  {
    check: 'schema',
    title: /^xai\/images-generations/,
    reason: `${PASSES_BYTES} no creation time.`,
  },
  {
    check: 'schema',
    title: /^openai\/responses\/pydantic-ai-test-openai-include-raw-annotations-streaming-1/,
    reason: 'OpenAI’s own search event lacks the action that its schema requires.',
  },
  {
    check: 'schema',
    title: /^openrouter\/responses/,
    reason: `${PASSES_BYTES} reasoning in parts of a type that OpenAI does not have.`,
  },
  {
    check: 'schema',
    title: /^openai\/fine-tuning\/ruby-openai-finetunes-create/,
    reason: 'OpenAI’s own job has "error": {} where its schema requires the fields of an error.',
  },
  {
    check: 'results',
    title: /^google-gemini\/embed-content/,
    reason: 'The gateway requests embeddings in batches only: this single reply does not match.',
  },
  {
    check: 'schema',
    title: /^google-gemini\/embed-content/,
    reason: 'The gateway requests embeddings in batches only: this single reply does not match.',
  },
]
