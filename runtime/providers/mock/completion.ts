// The mock's completions: echoes the prompt, or filler text, one choice for each prompt.
import { asCount, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { encodeDone, encodeEvent } from '../../streams/server-sent-events.ts'
import { usageShape } from '../../wire/usage.ts'
import { jsonReply, type MockReply, streamReply } from './mock-reply.ts'
import { invalidTextsParameter, type MockRequest, promptTexts } from './mock-request.ts'
import { countWords, endText, lorem, splitWords } from './words.ts'

interface CompletionAnswer {
  readonly text: string
  /** Words of it that are not the echoed prompt. */
  readonly generated: number
  readonly finish: 'stop' | 'length'
}

export function completion({ body, behaviour, mark, model, created }: MockRequest): MockReply {
  const prompts = promptTexts(body['prompt'])
  const copies = Math.min(Math.max(asCount(body['n']) ?? 1, 1), 16)
  const answers = prompts
    .flatMap(prompt => Array.from({ length: copies }, () => prompt))
    .map(prompt => answerOf(prompt, behaviour.kind === 'lorem' ? lorem(behaviour.wordCount) : prompt, body))
  const head = { id: `cmpl-${mark}`, object: 'text_completion', created, model }
  const usage = usageShape({
    prompt: prompts.reduce((sum, prompt) => sum + countWords(prompt), 0),
    completion: answers.reduce((sum, { generated }) => sum + generated, 0),
  })
  if (body['stream'] !== true) {
    const choices = answers.map((answer, index) => choice(index, answer.text, answer.finish))
    return jsonReply(200, { ...head, choices, usage })
  }
  const chunks = answers.flatMap((answer, index) => [
    ...splitWords(answer.text).map(word => ({ ...head, choices: [choice(index, word, null)] })),
    { ...head, choices: [choice(index, '', answer.finish)] },
  ])
  const includeUsage = asObject(body['stream_options'])['include_usage'] === true
  const last = includeUsage ? [{ ...head, choices: [], usage }] : []
  return streamReply([...chunks, ...last].map(encodeEvent).concat(encodeDone()))
}

const choice = (index: number, text: string, finish: string | null): JsonObject => ({
  text,
  index,
  logprobs: null,
  finish_reason: finish,
})

/** With `echo` the prompt comes first; the limit and the stop sequences are about what follows it. */
function answerOf(prompt: string, text: string, body: JsonObject): CompletionAnswer {
  const answer = endText(text, body['stop'], asCount(body['max_tokens']))
  const generated = countWords(answer.text)
  return { ...answer, generated, text: body['echo'] === true ? prompt + answer.text : answer.text }
}

/** The parameter of a completion that is missing or malformed, undefined for a valid one. */
export const invalidCompletionParameter = (body: JsonObject): string | undefined =>
  invalidTextsParameter(body, 'prompt')
