// The body of Gemini's generateContent as that of a message. Fields may be written in snake case, as Google's servers accept them too.
// https://ai.google.dev/api/generate-content
import {
  asCount,
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  present,
  writeJson,
} from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'

export interface ConvertedContent {
  readonly message: JsonObject
  readonly dropped: readonly string[]
}

/** Messages require a limit: that of a chat without one at Anthropic, above the budget of thinking. */
const DEFAULT_LIMIT = 4096
/** Anthropic's least budget. */
const LEAST_BUDGET = 1024

export function convertContent(
  sent: JsonObject,
  model: string,
  isStreamed: boolean,
): ConvertedContent | Failure {
  const reader = new ContentReader()
  const { contents, systemInstruction, tools, toolConfig, generationConfig, ...others } = camelCased(sent)
  if (others['cachedContent'] !== undefined)
    reader.refuse('cachedContent', 'Cached content is known to Google only.')
  const ignored = new Set(['model', 'cachedContent'])
  for (const name of Object.keys(others)) if (!ignored.has(name)) reader.dropped.add(name)
  const instructions = asList(asObject(systemInstruction)['parts']).flatMap(part =>
    reader.part(part, 'systemInstruction'),
  )
  const messages = (isList(contents) ? contents : contents === undefined ? [] : [contents]).map(
    (turn, index) => {
      const { role, parts } = asObject(turn)
      const path = `contents[${index}].parts`
      const blocks = asList(parts).flatMap((part, at) => reader.part(part, `${path}[${at}]`))
      return { role: role === 'model' ? 'assistant' : 'user', content: blocks }
    },
  )
  const message = present({
    model,
    messages: messages.filter(({ content }) => content.length > 0),
    system: instructions.length === 0 ? undefined : instructions,
    ...reader.tools(tools, camelCased(asObject(asObject(toolConfig)['functionCallingConfig']))),
    ...reader.generation(camelCased(asObject(generationConfig))),
    stream: isStreamed ? true : undefined,
  })
  return reader.refusal ?? { message, dropped: [...reader.dropped].sort() }
}

const camelCased = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

class ContentReader {
  refusal: Failure | undefined = undefined
  readonly dropped = new Set<string>()
  /** Calls of the history without a result so far, in order: results may name their call only. */
  readonly #open: { readonly id: string; readonly name: Json | undefined }[] = []
  #calls = 0

  refuse(param: string, message: string): void {
    this.refusal ??= failure('invalid_request', message, { param })
  }

  part(given: Json, path: string): readonly JsonObject[] {
    const part = camelCased(asObject(given))
    const { text, thought, inlineData, fileData, functionCall, functionResponse, thoughtSignature } = part
    const state = readSignature(thoughtSignature)
    if (isObject(functionCall)) return [...state, this.#call(functionCall)]
    if (isObject(functionResponse)) return [this.#result(functionResponse)]
    if (isObject(inlineData)) return this.#media(camelCased(inlineData), path)
    if (isObject(fileData)) return this.#file(camelCased(fileData), path)
    if (typeof text !== 'string') {
      this.refuse(path, `${path} is a part that is not served here.`)
      return []
    }
    return thought === true || text === '' ? state : [...state, { type: 'text', text }]
  }

  #call({ id, name, args = {} }: JsonObject): JsonObject {
    this.#calls += 1
    const call = { id: asText(id) ?? `call_${this.#calls}`, name }
    this.#open.push(call)
    return present({ type: 'tool_use', ...call, input: args })
  }

  #result({ id, name, response = {} }: JsonObject): JsonObject {
    const at = this.#open.findIndex(call => (typeof id === 'string' ? call.id === id : call.name === name))
    const [call] = at < 0 ? [] : this.#open.splice(at, 1)
    const [[key = '', value = null] = [], ...more] = Object.entries(asObject(response))
    const isOnly = more.length === 0 && typeof value === 'string' && RESULT_KEYS.has(key)
    return present({
      type: 'tool_result',
      tool_use_id: call?.id ?? id ?? '',
      content: isOnly ? value : writeJson(response),
      is_error: key === 'error' && more.length === 0 ? true : undefined,
    })
  }

  #media({ mimeType, data: bytes }: JsonObject, path: string): readonly JsonObject[] {
    const type = asText(mimeType) ?? ''
    const source = { type: 'base64', media_type: type, data: bytes ?? '' }
    if (type.startsWith('image/')) return [{ type: 'image', source }]
    if (type.startsWith('text/')) {
      const text = Buffer.from(String(bytes), 'base64').toString()
      return [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } }]
    }
    if (type.startsWith('application/')) return [{ type: 'document', source }]
    this.refuse(path, `${path} is of the type ${type}, which is not served here.`)
    return []
  }

  #file({ mimeType, fileUri }: JsonObject, path: string): readonly JsonObject[] {
    const url = asText(fileUri) ?? ''
    if (!url.startsWith('https://') || url.startsWith('https://generativelanguage.googleapis.com/')) {
      this.refuse(path, `${path} is a file of Google, which only Google reads.`)
      return []
    }
    const type = asText(mimeType)?.startsWith('image/') === true ? 'image' : 'document'
    return [{ type, source: { type: 'url', url } }]
  }

  tools(tools: Json | undefined, { mode, allowedFunctionNames }: JsonObject): JsonObject {
    const declared = asList(tools).flatMap(tool => {
      const { functionDeclarations, ...others } = camelCased(asObject(tool))
      for (const name of Object.keys(others)) this.dropped.add(`tools.${name}`)
      return asList(functionDeclarations).map(asObject)
    })
    if (declared.length === 0) return {}
    const [only, ...more] = asList(allowedFunctionNames)
    const choice =
      mode === 'ANY' && only !== undefined && more.length === 0
        ? { type: 'tool', name: only }
        : mode === 'ANY'
          ? { type: 'any' }
          : mode === 'NONE'
            ? { type: 'none' }
            : undefined
    return present({
      tools: declared.map(each => {
        const { name, description, parameters, parametersJsonSchema } = camelCased(each)
        const schema = parametersJsonSchema ?? lowerTypes(parameters ?? { type: 'OBJECT', properties: {} })
        return present({ name, description, input_schema: schema })
      }),
      tool_choice: choice,
    })
  }

  generation(config: JsonObject): JsonObject {
    const { maxOutputTokens, temperature, topP, topK, stopSequences, candidateCount, ...more } = config
    const { thinkingConfig, responseMimeType, responseSchema, responseJsonSchema, ...others } = more
    const schema = responseJsonSchema ?? (responseSchema && lowerTypes(responseSchema))
    if (candidateCount !== undefined && candidateCount !== 1)
      this.refuse('generationConfig.candidateCount', 'One candidate is served here.')
    if (responseMimeType === 'application/json' && schema === undefined)
      this.dropped.add('generationConfig.responseMimeType')
    for (const name of Object.keys(others)) this.dropped.add(`generationConfig.${name}`)
    const { thinkingBudget, thinkingLevel } = camelCased(asObject(thinkingConfig))
    const budget = asCount(thinkingBudget)
    const thinking =
      budget === undefined
        ? thinkingBudget === -1
          ? { type: 'adaptive' }
          : undefined
        : budget === 0
          ? { type: 'disabled' }
          : { type: 'enabled', budget_tokens: Math.max(LEAST_BUDGET, budget) }
    const output = present({
      effort: asText(thinkingLevel)?.toLowerCase(),
      format: schema === undefined ? undefined : { type: 'json_schema', schema },
    })
    return present({
      max_tokens: maxOutputTokens ?? DEFAULT_LIMIT + Math.max(0, budget ?? 0),
      temperature,
      top_p: topP,
      top_k: topK,
      stop_sequences: stopSequences,
      thinking,
      output_config: Object.keys(output).length === 0 ? undefined : output,
    })
  }
}

/** Where clients of Gemini write a result that is one string, and an error. */
const RESULT_KEYS = new Set(['output', 'result', 'error'])

/** Beyond any schema that a provider accepts: deeper ones are passed on as they are. */
const DEEPEST = 500

/** Types of Gemini's schemas are written in capitals. */
function lowerTypes(schema: Json, depth = 0): Json {
  if (depth > DEEPEST) return schema
  if (isList(schema)) return schema.map(each => lowerTypes(each, depth + 1))
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'type' && typeof value === 'string'
        ? value.toLowerCase()
        : name === 'enum'
          ? value
          : lowerTypes(value, depth + 1),
    ]),
  )
}

/** Marks the thinking of another dialect in a signature, which clients send back as it is. */
const MARK = 'portolan:'

/** Thinking blocks as one signature; it is bytes in Base64, as Google's are. */
export const writeSignature = (blocks: readonly JsonObject[]): string =>
  Buffer.from(MARK + writeJson(blocks)).toString('base64')

/** The thinking blocks of a signature; none of one that Google wrote. */
function readSignature(signature: Json | undefined): readonly JsonObject[] {
  if (typeof signature !== 'string') return []
  const text = Buffer.from(signature, 'base64').toString()
  return text.startsWith(MARK) ? asList(parseJson(text.slice(MARK.length))).filter(isObject) : []
}
