// Text completions through `invoke`, for the models that support them: whole replies, and streams, whose frames
// contain the maker's own events in base64.

import { textFromBase64Url } from '../../../../schemas/values/base64.ts'
import { asObject, asText, isObject, parseJson } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, StreamMapper, StreamStep } from '../../../values/adapter.ts'
import { failure } from '../../../values/failures.ts'
import { streamTruncatedError, unreadableEventError } from '../../../wire/error.ts'
import { completionUsage, textCompletion } from '../../../wire/text-completion.ts'
import { frameError, isExceptionEvent } from '../read-error.ts'
import { inputTokens, outputTokens } from '../token-counts.ts'
import { convertCompletion } from './convert-completion.ts'
import { parseCompletion } from './parse-completion.ts'
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
