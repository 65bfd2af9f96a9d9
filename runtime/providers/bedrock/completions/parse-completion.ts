// Parses an `invoke` reply, or one event of its stream: text, finish reasons and token counts. One parser for all
// makers, since their field names do not collide.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isObject } from '../../../../schemas/values/json.ts'
import { finishReason } from '../../../wire/finish-reason.ts'
import type { CompletedText } from '../../../wire/text-completion.ts'

export interface ParsedCompletion {
  readonly texts: readonly CompletedText[]
  readonly prompt: number | undefined
  readonly completion: number | undefined
}

/** The property with the list of outputs, by maker. */
const LISTS = ['results', 'completions', 'generations', 'outputs', 'choices']

export function parseCompletion(body: JsonObject): ParsedCompletion {
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
