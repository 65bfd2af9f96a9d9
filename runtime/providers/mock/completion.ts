// The mock's completions: echoes the prompt, or filler text, one choice for each prompt.
import type { JsonObject } from '../../../compiler/source.ts'
import { encodeDone, encodeEvent } from '../../streams/server-sent-events.ts'
import { asCount, asObject } from '../wire/json.ts'
import { usageShape } from '../wire/usage.ts'
import type { Asked } from './asked.ts'
import { jsonReply, type MockReply, streamReply } from './reply.ts'
import { textsFault, textsOf } from './texts.ts'
import { countWords, lorem, wordsOf } from './words.ts'

interface Answer {
  readonly text: string
  readonly finish: 'stop' | 'length'
}

export function completion({ body, behaviour, mark, model, created }: Asked): MockReply {
  const prompts = textsOf(body['prompt'])
  const copies = Math.min(Math.max(asCount(body['n']) ?? 1, 1), 16)
  const answers = prompts
    .flatMap(prompt => Array.from({ length: copies }, () => prompt))
    .map(prompt => answerOf(behaviour.kind === 'lorem' ? lorem(behaviour.words) : prompt, body))
  const head = { id: `cmpl-${mark}`, object: 'text_completion', created, model }
  const count = (texts: readonly string[]): number =>
    texts.map(countWords).reduce((sum, words) => sum + words, 0)
  const usage = usageShape({ prompt: count(prompts), completion: count(answers.map(answer => answer.text)) })
  if (body['stream'] !== true) {
    const choices = answers.map((answer, index) => choice(index, answer.text, answer.finish))
    return jsonReply(200, { ...head, choices, usage })
  }
  const chunks = answers.flatMap((answer, index) => [
    ...wordsOf(answer.text).map(word => ({ ...head, choices: [choice(index, word, null)] })),
    { ...head, choices: [choice(index, '', answer.finish)] },
  ])
  const asksUsage = asObject(body['stream_options'])['include_usage'] === true
  const last = asksUsage ? [{ ...head, choices: [], usage }] : []
  return streamReply([...chunks, ...last].map(encodeEvent).concat(encodeDone()))
}

const choice = (index: number, text: string, finish: string | null): JsonObject => ({
  text,
  index,
  logprobs: null,
  finish_reason: finish,
})

function answerOf(text: string, body: JsonObject): Answer {
  const most = asCount(body['max_tokens'])
  const words = wordsOf(text)
  return most === undefined || words.length <= most
    ? { text, finish: 'stop' }
    : { text: words.slice(0, most).join('').trimEnd(), finish: 'length' }
}

/** The parameter of a completion that is missing or malformed, undefined for a valid one. */
export const completionFault = (body: JsonObject): string | undefined => textsFault(body, 'prompt')
