// What the recordings do not allow, each with its reason. An exception that no longer fails fails the suite, and so
// does one without a case. A reason that starts with "defect:" is a known bug of the gateway.

export interface Exception {
  readonly check: string
  readonly play: RegExp
  readonly reason: string
}

const PASSES =
  'The provider claims the OpenAI schema, its bytes pass through (architecture, section 6), and it sends'
const PREVIEW = 'The recording uses the preview version of the API; the gateway uses the stable one.'

export const exceptions: readonly Exception[] = [
  // Addresses
  {
    check: 'address',
    play: /^azure-openai\/chat-completions\/ddjs-azure-openai-chat-completions-post-782ff5d3/,
    reason: 'The recording uses a nonexistent path, and contains the reply to that: not found.',
  },
  {
    check: 'address',
    play: /^azure-openai\/chat-completions\/reqllm-(deepseek-r1-0528|gpt-5-1-chat-object|o4-mini-object)-streaming/,
    reason: 'The API version is missing from the recorded URL, but deployments require it.',
  },
  {
    check: 'address',
    play: /^cohere\/chat\/openllmetry-test-agent-with-multiple-tools-6 \(translated/,
    reason:
      'The recording uses version 1 of the API; the gateway uses version 2. Errors have the same shape.',
  },
  {
    check: 'address',
    play: /^google-gemini\/embed-content\/llmrb-embeddings-successful-response \(translated/,
    reason: 'The gateway requests embeddings in batches only, also for one text.',
  },
  {
    check: 'address',
    play: /^google-vertex\/(count-tokens|generate-content|stream-generate-content)\/(rubyllm|pydantic|fantasy)/,
    reason: PREVIEW,
  },
  {
    check: 'address',
    play: /^ollama\/embeddings/,
    reason: 'The client library sends a dummy key to a local server, which ignores it.',
  },
  {
    check: 'meaning',
    play: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason: 'The first tool is provider-run: the script includes its call, but a client must not answer it.',
  },
  {
    check: 'as responses',
    play: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason: 'The first tool is provider-run: the script includes its call, but a client must not answer it.',
  },
  {
    check: 'as messages',
    play: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason: 'The first tool is provider-run: the script includes its call, but a client must not answer it.',
  },
  {
    check: 'meaning',
    play: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason: 'Streamed arguments are assembled by the adapter, but not by the script that read the recording.',
  },
  {
    check: 'as responses',
    play: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason: 'Streamed arguments are assembled by the adapter, but not by the script that read the recording.',
  },
  {
    check: 'as messages',
    play: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason: 'Streamed arguments are assembled by the adapter, but not by the script that read the recording.',
  },
  {
    check: 'as messages',
    play: /^openai\/chat-completions\/ddpy-chat-completion-custom-tool-call/,
    reason: 'The call is of a custom tool; the script that read the recording only includes function calls.',
  },
  // Stream invariants
  {
    check: 'stream',
    play: /^azure-openai\/chat-completions\/reqllm-deepseek-r1-0528-streaming/,
    reason: `${PASSES} the finish reason twice.`,
  },
  {
    check: 'schema',
    play: /^azure-openai\/.*(stream|chunks).*\(native/,
    reason: `${PASSES} "object": "" in the first chunk, which contains content filter results.`,
  },
  {
    check: 'schema',
    play: /^azure-openai\/chat-completions\/reqllm-deepseek-r1-0528-object-basic.*\(native/,
    reason: `${PASSES} "tool_call" for OpenAI’s "tool_calls".`,
  },
  {
    check: 'schema',
    play: /^google-gemini\/chat-completions.*\(native/,
    reason: `${PASSES} no content with tool calls, where OpenAI sends null.`,
  },
  {
    check: 'schema',
    play: /^together\/completions/,
    reason: `${PASSES} "text.completion" for OpenAI’s "text_completion".`,
  },
  {
    check: 'schema',
    play: /^xai\/images-generations/,
    reason: `${PASSES} no creation time.`,
  },
  {
    check: 'schema',
    play: /^openai\/responses\/pydantic-ai-test-openai-include-raw-annotations-streaming-1/,
    reason: 'OpenAI’s own search event lacks the action that its schema requires.',
  },
  {
    check: 'schema',
    play: /^openrouter\/responses/,
    reason: `${PASSES} reasoning in parts of a type that OpenAI does not have.`,
  },
  {
    check: 'schema',
    play: /^openai\/fine-tuning\/ruby-openai-finetunes-create/,
    reason: 'OpenAI’s own job has "error": {} where its schema requires the fields of an error.',
  },
  {
    check: 'results',
    play: /^google-gemini\/embed-content/,
    reason: 'The gateway requests embeddings in batches only: this single reply does not match.',
  },
  {
    check: 'schema',
    play: /^google-gemini\/embed-content/,
    reason: 'The gateway requests embeddings in batches only: this single reply does not match.',
  },
]
