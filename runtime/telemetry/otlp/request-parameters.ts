// The parameters of a request to a model, from the bytes that were sent. Numbers only: where a model is to stop is content of the client.
import { asObject, isObject, type Json, parseJson } from '../../../schemas/values/json.ts'
import { asciiText, scanFields } from '../../values/body/scan-json-fields.ts'

/** What follows `gen_ai.request.`, by the names of OpenAI, Anthropic, Gemini, Bedrock and Cohere. */
const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['topP', 'top_p'],
  ['p', 'top_p'],
  ['top_k', 'top_k'],
  ['topK', 'top_k'],
  ['k', 'top_k'],
  ['max_tokens', 'max_tokens'],
  ['max_completion_tokens', 'max_tokens'],
  ['max_output_tokens', 'max_tokens'],
  ['maxTokens', 'max_tokens'],
  ['maxOutputTokens', 'max_tokens'],
  ['seed', 'seed'],
  ['frequency_penalty', 'frequency_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presence_penalty', 'presence_penalty'],
  ['presencePenalty', 'presence_penalty'],
  ['n', 'choice.count'],
  ['candidateCount', 'choice.count'],
])

/** Objects that have them: of Gemini, of Bedrock. */
const NESTED: ReadonlySet<string> = new Set(['generationConfig', 'generation_config', 'inferenceConfig'])

/** Bytes of a number, and of a nested object; a schema of the reply may be in it. */
const MAX_NUMBER = 32
const MAX_NESTED = 4_096

/** Undefined for a body that is not a JSON object, and for one without any. */
export function requestParameters(
  sent: Uint8Array | undefined,
): Readonly<Record<string, number>> | undefined {
  const { names = [], spans = [] } = (sent && scanFields(sent)) ?? {}
  let found: Record<string, number> | undefined
  const add = (name: string, value: Json | undefined): void => {
    const parameter = PARAMETERS.get(name)
    if (parameter === undefined || typeof value !== 'number') return
    found ??= {}
    found[parameter] = value
  }
  for (const [index, name] of names.entries()) {
    const isNested = NESTED.has(name)
    if (sent === undefined || (!isNested && !PARAMETERS.has(name))) continue
    const [start = 0, end = 0] = [spans[2 * index], spans[2 * index + 1]]
    if (end - start > (isNested ? MAX_NESTED : MAX_NUMBER)) continue
    const value = parseJson(asciiText(sent, start, end))
    if (!isNested) add(name, value)
    else if (isObject(value)) for (const [inner, each] of Object.entries(asObject(value))) add(inner, each)
  }
  return found
}
