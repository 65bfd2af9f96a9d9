// Recorded 200 replies that contain an error, and what a client must get. Before the first content a stream can
// still become an error response; after it the stream ends with an error event and without `[DONE]`.
import type { Recording } from './recording.ts'

export interface ExpectedError {
  /** Status of the response; undefined where the stream had started. */
  readonly status?: number
  readonly message: string
}

const EXPECTED_ERRORS: Readonly<Record<string, ExpectedError>> = {
  'google-vertex/predict/firebase-unary-failure-generate-images-all-filtered': {
    status: 400,
    message: 'All images were filtered out',
  },
  'google-vertex/stream-generate-content/firebase-streaming-failure-error-mid-stream': {
    message: 'The operation was cancelled.',
  },
  'google-vertex/stream-generate-content/firebase-streaming-failure-invalid-json': {
    status: 502,
    message: "The provider's stream was truncated.",
  },
  'groq/chat-completions/pydantic-ai-test-tool-use-failed-error-streaming-with-text': {
    message: 'Tool choice is required, but model did not call a tool',
  },
  'openai/responses/vercel-openai-error-1-chunks': {
    status: 429,
    message: 'You exceeded your current quota',
  },
  'openrouter/chat-completions/pydantic-ai-test-openrouter-stream-error': { message: 'Token limit reached' },
  'openrouter/chat-completions/reqllm-google-gemini-2-5-flash-lite-object-streaming': {
    message: 'Provider returned error',
  },
  'openrouter/chat-completions/reqllm-mistralai-mistral-small-3-1-24b-instruct-tool-round-trip-2': {
    status: 502,
    message: 'Provider returned error',
  },
}

export const expectedErrorOf = ({ id }: Recording): ExpectedError | undefined => EXPECTED_ERRORS[id]
