// The expected client result of a recording, in OpenAI terms. Written from the documentation of the dialects and
// independent of the adapters, so that both cannot be wrong in the same way.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Observed, Recording } from './recording.ts'

/** The finish reasons of every dialect (wire.md, "Finish reasons"). */
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  STOP: 'stop',
  1: 'stop',
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  stop: 'stop',
  tool_calls: 'tool_calls',
  tool_call: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  eos: 'stop',
  tool_use: 'tool_calls',
  TOOL_CALL: 'tool_calls',
  max_tokens: 'length',
  MAX_TOKENS: 'length',
  length: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  refusal: 'content_filter',
  guardrail_intervened: 'content_filter',
}

/** A missing or unknown finish reason means success. */
export function finishOf({ observed }: Recording): string {
  const { finishReason, blockReason } = observed
  if (blockReason !== undefined) return 'content_filter'
  const finish = FINISH_REASONS[String(finishReason)] ?? 'stop'
  return finish === 'stop' && callsOf(observed).length > 0 ? 'tool_calls' : finish
}

/** The token counts of each dialect, as paths into its usage. All paths of a list are added. */
interface CountPaths {
  readonly prompt: readonly string[]
  readonly completion: readonly string[]
}

const ANTHROPIC: CountPaths = {
  prompt: ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'],
  completion: ['output_tokens'],
}
const COUNTS: Readonly<Record<string, CountPaths>> = {
  'anthropic-messages': ANTHROPIC,
  'vertex-raw-predict': ANTHROPIC,
  'bedrock-converse': {
    prompt: ['inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'],
    completion: ['outputTokens'],
  },
  'cohere-v2-chat': {
    prompt: ['tokens.input_tokens', 'tokens.image_tokens'],
    completion: ['tokens.output_tokens'],
  },
  'gemini-generate-content': {
    prompt: ['promptTokenCount', 'toolUsePromptTokenCount'],
    completion: ['candidatesTokenCount', 'thoughtsTokenCount'],
  },
  'ollama-chat': { prompt: ['prompt_eval_count'], completion: ['eval_count'] },
}
const REASONING = 'completion_tokens_details.reasoning_tokens'
const VENDOR: CountPaths = { prompt: ['prompt_tokens'], completion: ['completion_tokens'] }

export interface Counts {
  readonly prompt: number
  readonly completion: number
}

export function countsOf({ dialect, observed: { usage } }: Recording): Counts {
  const { prompt, completion } = COUNTS[dialect] ?? countPathsOf(usage ?? {})
  const sum = (paths: readonly string[]): number =>
    paths.reduce((all, path) => all + numberAt(usage ?? {}, path), 0)
  return { prompt: sum(prompt), completion: sum(completion) }
}

/** A provider that counts reasoning in its total only has it in addition to completion tokens. */
function countPathsOf(usage: object): CountPaths {
  const reasoning = numberAt(usage, REASONING)
  const counted = numberAt(usage, 'prompt_tokens') + numberAt(usage, 'completion_tokens') + reasoning
  return reasoning > 0 && counted === numberAt(usage, 'total_tokens')
    ? { ...VENDOR, completion: [...VENDOR.completion, REASONING] }
    : VENDOR
}

const numberAt = (object: object, path: string): number => {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], object)
  return typeof found === 'number' ? found : 0
}

/** Text in OpenAI terms: the tool plan of one dialect is text too. */
export const textOf = ({ text = '', toolPlan = '' }: Observed): string => text + toolPlan

/** Function calls; missing arguments are empty, and one provider always sends an empty legacy function call. */
export const callsOf = ({ toolCalls = [] }: Observed): readonly JsonObject[] =>
  toolCalls
    .filter(({ name }) => name !== '')
    .map(({ id, name, arguments: given }) => ({
      id: id ?? null,
      name,
      arguments: (given ?? {}) as JsonObject,
    }))
