// Text completions through `invoke`, for the models that support them: whole replies, and streams, whose frames
// contain the maker's own events in base64.
import { textFromBase64Url } from '../../../../schemas/values/base64.ts'
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../schemas/values/json.ts'
import type {
  AdapterContext,
  EndpointAdapter,
  ProviderBody,
  StreamMapper,
  StreamStep,
} from '../../../values/adapter.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { ChatHead } from '../../../wire/chat.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { inputTexts } from '../../../wire/embeddings.ts'
import { streamTruncatedError, unreadableEventError } from '../../../wire/error.ts'
import { finishReason } from '../../../wire/finish-reason.ts'
import { joinFields } from '../../../wire/parameters.ts'
import { foundationModel, modelPath } from '../model.ts'
import { frameError, isExceptionEvent } from '../read-error.ts'
import { inputTokens, outputTokens } from '../token-counts.ts'
import { textModel } from './text-models.ts'

const headOf = ({ identifier, now, model }: AdapterContext) => ({
  id: `cmpl-${identifier}`,
  created: now,
  model,
})

export const completions: EndpointAdapter = {
  request: convertCompletion,
  reply: (body, context, headers) => {
    const { texts, prompt, completion } = parseCompletion(asObject(body))
    if (texts.length === 0)
      return failure('invalid_upstream_reply', 'The provider returned no text.', { cause: 'decode' })
    const usage = completionUsage(
      prompt ?? inputTokens(headers) ?? 0,
      completion ?? outputTokens(headers) ?? 0,
    )
    const completed = texts.map(({ text, finish }) => ({ text, finish: finish ?? 'stop' }))
    return textCompletion(headOf(context), completed, usage)
  },
  stream: mapStream,
  framing: 'frames',
  // The settings may name the model of an ARN. Others are served as chats.
  supportsModel: model => model.startsWith('arn:') || textModel(model) !== undefined,
}

/** The counts come with the last event or after the finish reason, so the finish is sent when the body ends. */
function mapStream(context: AdapterContext): StreamMapper {
  const head = headOf(context)
  let reason: string | undefined
  let counts: { readonly prompt?: number | undefined; readonly completion?: number | undefined } = {}
  let counted = false
  let over = false
  const finish = (): readonly StreamStep[] => {
    over = true
    const last = { chunk: textCompletion(head, [{ text: '', finish: reason ?? 'stop' }]) }
    const usage = completionUsage(counts.prompt ?? 0, counts.completion ?? 0)
    return [last, ...(context.includeUsage ? [{ chunk: textCompletion(head, [], usage) }] : []), 'done']
  }
  return {
    event: ({ event = '', data }) => {
      if (over) return []
      if (isExceptionEvent(event)) {
        over = true
        return [{ error: frameError(event, data) }]
      }
      const bytes = asText(asObject(parseJson(data))['bytes'])
      // Frames of another type, which have none.
      if (bytes === undefined && event !== 'chunk') return []
      const inner = parseJson(textFromBase64Url(bytes ?? '') ?? '')
      if (!isObject(inner)) {
        over = true
        return [{ error: unreadableEventError }]
      }
      const { texts, prompt, completion } = parseCompletion(inner)
      counts = { prompt: prompt ?? counts.prompt, completion: completion ?? counts.completion }
      counted ||= inner['amazon-bedrock-invocationMetrics'] !== undefined
      // Some makers repeat the whole text at the end.
      const [piece] =
        inner['is_finished'] === true ? texts.map(({ finish }) => ({ text: '', finish })) : texts
      reason = piece?.finish ?? reason
      return piece === undefined || piece.text === ''
        ? []
        : [{ chunk: textCompletion(head, [{ text: piece.text, finish: null }]) }]
    },
    end: () => {
      if (over) return []
      over = true
      return reason === undefined && !counted ? [{ error: streamTruncatedError }] : finish()
    },
  }
}

/** A text completion request → the body that the model's maker expects, and the path of `invoke`. */
export function convertCompletion(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const path = modelPath(context, context.stream ? 'invoke-with-response-stream' : 'invoke', report)
  const model = textModel(foundationModel(context))
  const prompts = inputTexts(body['prompt'])
  if (model === undefined)
    report('model does not support text completions here; use chat completions instead.', 'model')
  if (prompts === undefined) report('prompt must be a string or an array of strings.', 'prompt')
  if (prompts !== undefined && prompts.length > 1)
    report(`prompt must contain one text for this provider, not ${prompts.length}.`, 'prompt')
  if (model !== undefined && context.stream && !model.streams)
    report('stream is not supported by this model.', 'stream')
  if (model === undefined || prompts === undefined) return failure() ?? { body: {}, dropped: [], path }
  const { parameters, dropped } = model.parameters(body, report, context)
  const written = joinFields({ [model.prompt]: prompts[0] ?? '' }, parameters)
  return failure() ?? { body: written, dropped, path }
}

interface ParsedCompletion {
  readonly texts: readonly CompletedText[]
  readonly prompt: number | undefined
  readonly completion: number | undefined
}

/** The property with the list of outputs, by maker. */
const LISTS = ['results', 'completions', 'generations', 'outputs', 'choices']

/**
 * Parses an `invoke` reply, or one event of its stream: text, finish reasons and token counts. One parser for
 * all makers, since their field names do not collide.
 */
function parseCompletion(body: JsonObject): ParsedCompletion {
  const listed = LISTS.map(name => asList(body[name])).find(list => list.length > 0)
  const texts = (listed ?? [body]).map(asObject).flatMap(textIn)
  const tokens = asList(body['results']).map(each => asCount(asObject(each)['tokenCount']) ?? 0)
  const metrics = asObject(body['amazon-bedrock-invocationMetrics'])
  const usage = asObject(body['usage'])
  return {
    texts,
    prompt: count([
      metrics['inputTokenCount'],
      body['inputTextTokenCount'],
      body['prompt_token_count'],
      usage['prompt_tokens'],
    ]),
    completion: count([
      ...[metrics['outputTokenCount'], body['totalOutputTextTokenCount'], body['generation_token_count']],
      ...[
        usage['completion_tokens'],
        tokens.length === 0 ? undefined : tokens.reduce((sum, each) => sum + each, 0),
      ],
    ]),
  }
}

const count = (values: readonly (Json | undefined)[]): number | undefined =>
  values.map(asCount).find(value => value !== undefined)

/** One text, or the finish of one, if the object contains it. */
function textIn(object: JsonObject): readonly CompletedText[] {
  const { data } = object
  const text = [
    object['outputText'],
    object['generation'],
    object['text'],
    isObject(data) ? data['text'] : undefined,
  ]
    .map(asText)
    .find(value => value !== undefined)
  const reason = reasonIn(object)
  if (text === undefined && reason === undefined) return []
  return [{ text: text ?? '', finish: reason === undefined ? null : finish(reason) }]
}

const reasonIn = (object: JsonObject): string | undefined =>
  [
    ...[object['completionReason'], object['stop_reason'], object['finish_reason']],
    asObject(object['finishReason'])['reason'],
  ]
    .map(asText)
    .find(reason => reason !== undefined && reason !== '')

const finish = (reason: string): string => (reason === 'endoftext' ? 'stop' : finishReason(reason, false))

interface CompletedText {
  readonly text: string
  /** Null in a stream until the text is complete. */
  readonly finish: string | null
}

/**
 * Text completions in the OpenAI schema: whole replies and stream chunks, which have the same shape. `usage`
 * is left out of all chunks but the last.
 */
const textCompletion = (head: ChatHead, texts: readonly CompletedText[], usage?: JsonObject): JsonObject => ({
  id: head.id,
  object: 'text_completion',
  created: head.created,
  model: head.model,
  choices: texts.map(({ text, finish }, index) => ({ text, index, logprobs: null, finish_reason: finish })),
  ...(usage === undefined ? {} : { usage }),
})

const completionUsage = (prompt: number, completion: number): JsonObject => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
})
