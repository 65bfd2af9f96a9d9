// What the recordings do not allow, each with its reason. An exception that no longer fails fails the suite, and so does
// one that meets no case. A reason that begins with "defect:" is a mistake of the gateway that waits to be mended.

export interface Exception {
  readonly check: string
  readonly play: RegExp
  readonly reason: string
}

const PASSES = 'The provider means the vendor’s words, its bytes pass (architecture, section 6), and it says'
const PREVIEW = 'The recording asks the preview of the interface; the gateway asks its stable version.'

export const exceptions: readonly Exception[] = [
  // Addresses
  {
    check: 'address',
    play: /^azure-openai\/chat-completions\/ddjs-azure-openai-chat-completions-post-782ff5d3/,
    reason: 'The recording asks at a path that no interface has, and holds the answer to that: not found.',
  },
  {
    check: 'address',
    play: /^azure-openai\/chat-completions\/reqllm-(deepseek-r1-0528|gpt-5-1-chat-object|o4-mini-object)-streaming/,
    reason:
      'The version of the interface was cut off the recorded address; a deployment cannot be asked without.',
  },
  {
    check: 'address',
    play: /^cohere\/chat\/openllmetry-test-agent-with-multiple-tools-6 \(translated/,
    reason:
      'The recording asks the first version of the interface; the gateway asks the second. Errors look alike.',
  },
  {
    check: 'address',
    play: /^google-gemini\/embed-content\/llmrb-embeddings-successful-response \(translated/,
    reason: 'The gateway asks for embeddings in batches alone, also for one text.',
  },
  {
    check: 'address',
    play: /^google-vertex\/(count-tokens|generate-content|stream-generate-content)\/(rubyllm|pydantic|fantasy)/,
    reason: PREVIEW,
  },
  {
    check: 'address',
    play: /^ollama\/embeddings/,
    reason: 'The client library sends a made-up key to a server of its own machine, which reads none.',
  },
  {
    check: 'meaning',
    play: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason:
      'The provider ran the first tool itself: the script counts its call, a client must not answer it.',
  },
  {
    check: 'as responses',
    play: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason:
      'The provider ran the first tool itself: the script counts its call, a client must not answer it.',
  },
  {
    check: 'as messages',
    play: /^aws-bedrock\/converse\/pydantic-ai-test-bedrock-model-with-code-execution-tool-1/,
    reason:
      'The provider ran the first tool itself: the script counts its call, a client must not answer it.',
  },
  {
    check: 'meaning',
    play: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason:
      'The pieces of an argument are put together by the adapter, and not by the script that read the recording.',
  },
  {
    check: 'as responses',
    play: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason:
      'The pieces of an argument are put together by the adapter, and not by the script that read the recording.',
  },
  {
    check: 'as messages',
    play: /^google-vertex\/.*vercel-google-stream-tool-call-arguments-chunks/,
    reason:
      'The pieces of an argument are put together by the adapter, and not by the script that read the recording.',
  },
  {
    check: 'as messages',
    play: /^openai\/chat-completions\/ddpy-chat-completion-custom-tool-call/,
    reason:
      'The call is of a custom tool; the script that read the recording counts calls of functions alone.',
  },
  // The law of streams
  {
    check: 'stream',
    play: /^azure-openai\/chat-completions\/reqllm-deepseek-r1-0528-streaming/,
    reason: `${PASSES} the reason of the end twice.`,
  },
  {
    check: 'schema',
    play: /^azure-openai\/.*(stream|chunks).*\(own/,
    reason: `${PASSES} "object": "" in the first chunk, which tells of content filters.`,
  },
  {
    check: 'schema',
    play: /^azure-openai\/chat-completions\/reqllm-deepseek-r1-0528-object-basic.*\(own/,
    reason: `${PASSES} "tool_call" for the vendor’s "tool_calls".`,
  },
  {
    check: 'schema',
    play: /^google-gemini\/chat-completions.*\(own/,
    reason: `${PASSES} no content beside calls, where the vendor says null.`,
  },
  {
    check: 'schema',
    play: /^together\/completions/,
    reason: `${PASSES} "text.completion" for the vendor’s "text_completion".`,
  },
  {
    check: 'schema',
    play: /^xai\/images-generations/,
    reason: `${PASSES} no time of creation.`,
  },
  {
    check: 'schema',
    play: /^openai\/responses\/pydantic-ai-test-openai-include-raw-annotations-streaming-1/,
    reason: 'The vendor’s own event of a search has no action yet, which its schema requires.',
  },
  {
    check: 'schema',
    play: /^openrouter\/responses/,
    reason: `${PASSES} reasoning in parts of a type that the vendor has not.`,
  },
  {
    check: 'schema',
    play: /^openai\/fine-tuning\/ruby-openai-finetunes-create/,
    reason: 'The vendor’s own job says "error": {} where its schema requires what an error holds.',
  },
  {
    check: 'results',
    play: /^google-gemini\/embed-content/,
    reason: 'The gateway asks for embeddings in batches alone: this answer to one text is no answer to it.',
  },
  {
    check: 'schema',
    play: /^google-gemini\/embed-content/,
    reason: 'The gateway asks for embeddings in batches alone: this answer to one text is no answer to it.',
  },
]
