// What Google's generateContent refuses.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { firstOf, type Placed, placed, type Rule, schemasIn, unknownIn } from './rule.ts'

const GENERATE = 'https://ai.google.dev/api/generate-content'
const SIGNATURES = 'https://ai.google.dev/gemini-api/docs/thought-signatures'

const contents = (body: JsonObject): readonly Placed[] => placed(body['contents'], 'contents')
const partsOf = ({ value, at }: Placed): readonly Placed[] => placed(value['parts'], `${at}.parts`)
const withPart = (turn: Placed | undefined, kind: string): readonly Placed[] =>
  turn === undefined ? [] : partsOf(turn).filter(({ value }) => value[kind] !== undefined)
const declarationsOf = (body: JsonObject): readonly Placed[] =>
  placed(body['tools'], 'tools').flatMap(({ value, at }) =>
    placed(value['functionDeclarations'], `${at}.function_declarations`),
  )

const user = (...parts: JsonObject[]): JsonObject => ({ role: 'user', parts })
const model = (...parts: JsonObject[]): JsonObject => ({ role: 'model', parts })
const hello = user({ text: 'Hello' })
const called: JsonObject = {
  functionCall: { name: 'read', args: {} },
  thoughtSignature: 'skip_thought_signature_validator',
}
const answered: JsonObject = { functionResponse: { name: 'read', response: { result: 'read' } } }
const withTurns = (sound: JsonObject, ...turns: JsonObject[]): JsonObject => ({ ...sound, contents: turns })

const unknown = (name: string, at: string): string =>
  `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`
const unknownAt =
  (known: string) =>
  ({ value, at }: Placed): string | undefined => {
    const name = unknownIn(value, known)
    return name && unknown(name, at)
  }

const SCHEMA = `type title description nullable enum format items properties required anyOf minItems maxItems minimum
  maximum minLength maxLength pattern default propertyOrdering minProperties maxProperties example`
const JSON_SCHEMA = `$anchor $defs $id $ref additionalProperties anyOf oneOf description enum format items maxItems maximum
  minItems minimum prefixItems properties propertyOrdering required title type`

/** Models from the third generation on require the signatures of calls. */
export const signatureRule: Rule = {
  refuses: 'a first call of a turn without its signature',
  source: SIGNATURES,
  fault: ({ body }) =>
    firstOf(contents(body), turn => {
      const [first] = withPart(turn, 'functionCall')
      return first === undefined || typeof first.value['thoughtSignature'] === 'string'
        ? undefined
        : `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${String(asObject(first.value['functionCall'])['name'])}\``
    }),
  breaks: sound =>
    withTurns(sound, hello, model({ functionCall: { name: 'read', args: {} } }), user(answered)),
}

/** `extraFields` are those of the host. */
export const geminiRules = (extraFields = ''): readonly Rule[] => [
  {
    refuses: 'a field that the method does not have',
    source: GENERATE,
    fault: ({ body }) =>
      unknownAt(
        `contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent ${extraFields}`,
      )({ value: body, at: '' }) ??
      unknownAt(
        `temperature topP topK candidateCount maxOutputTokens stopSequences seed responseMimeType responseSchema
          responseJsonSchema thinkingConfig presencePenalty frequencyPenalty responseLogprobs logprobs
          responseModalities mediaResolution speechConfig`,
      )({ value: asObject(body['generationConfig']), at: 'generation_config' }),
    breaks: sound => ({ ...sound, max_tokens: 10 }),
  },
  {
    refuses: 'a role beside user and model, and a turn without parts',
    source: GENERATE,
    fault: ({ body }) =>
      firstOf(contents(body), turn =>
        !['user', 'model'].includes(asText(turn.value['role']) ?? '')
          ? 'Please use a valid role: user, model.'
          : partsOf(turn).length === 0
            ? `GenerateContentRequest.${turn.at}.parts: contents.parts must not be empty.`
            : undefined,
      ),
    breaks: sound => withTurns(sound, { role: 'assistant', parts: [{ text: 'Hello' }] }),
  },
  {
    refuses: 'a field that a part does not have',
    source: GENERATE,
    fault: ({ body }) =>
      firstOf(
        contents(body).flatMap(partsOf),
        part =>
          unknownAt(
            `text thought thoughtSignature functionCall functionResponse inlineData fileData executableCode
            codeExecutionResult videoMetadata mediaResolution`,
          )(part) ??
          unknownAt('id name args')({
            value: asObject(part.value['functionCall']),
            at: `${part.at}.function_call`,
          }) ??
          unknownAt('id name response parts willContinue scheduling')({
            value: asObject(part.value['functionResponse']),
            at: `${part.at}.function_response`,
          }),
      ),
    breaks: sound => withTurns(sound, user({ type: 'text', text: 'Hello' })),
  },
  {
    refuses: 'a part without data',
    source: GENERATE,
    fault: ({ body }) =>
      firstOf(contents(body).flatMap(partsOf), ({ value, at }) => {
        const data = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData']
        return data.some(name => value[name] !== undefined && (name !== 'text' || value[name] !== ''))
          ? undefined
          : `GenerateContentRequest.${at}: contents.parts.data: required oneof field 'data' must have one initialized field`
      }),
    breaks: sound => withTurns(sound, user({ text: '' })),
  },
  {
    refuses: 'a turn of calls without as many responses straight after it',
    source: 'https://github.com/google-gemini/gemini-cli/issues/16543',
    fault: ({ body }) => {
      const turns = contents(body)
      return firstOf(turns, (turn, index) => {
        const count = withPart(turn, 'functionCall').length
        return count === withPart(turns[index + 1], 'functionResponse').length
          ? undefined
          : 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
      })
    },
    breaks: sound => withTurns(sound, hello, model(called, called), user(answered)),
  },
  {
    refuses: 'a call that does not come right after a turn of the user',
    source: GENERATE,
    fault: ({ body }) => {
      const turns = contents(body)
      return firstOf(turns, (turn, index) =>
        withPart(turn, 'functionCall').length > 0 && turns[index - 1]?.value['role'] !== 'user'
          ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
          : undefined,
      )
    },
    breaks: sound => withTurns(sound, hello, model({ text: 'Well' }), model(called), user(answered)),
  },
  {
    refuses: 'a keyword of a schema that parameters do not have',
    source: 'https://github.com/nanbingxyz/5ire/issues/42',
    fault: ({ body }) =>
      firstOf(declarationsOf(body), ({ value, at }) => {
        const field = unknownIn(
          value,
          'name description parameters parametersJsonSchema response responseJsonSchema behavior',
        )
        if (field !== undefined) return unknown(field, at)
        return firstOf(schemasIn(value['parameters']), schema =>
          Array.isArray(schema.value['type'])
            ? `Invalid value at '${at}.parameters${schema.at}.type': Proto field is not repeating, cannot start list.`
            : unknownAt(SCHEMA)({ value: schema.value, at: `${at}.parameters${schema.at}` }),
        )
      }),
    breaks: sound => ({
      ...sound,
      tools: [
        {
          functionDeclarations: [
            { name: 'read', parameters: { type: 'object', properties: {}, additionalProperties: false } },
          ],
        },
      ],
    }),
  },
  {
    refuses: 'a keyword of a JSON schema that it does not support',
    source: 'https://ai.google.dev/gemini-api/docs/structured-output',
    fault: ({ body }) =>
      firstOf(
        [
          asObject(body['generationConfig'])['responseJsonSchema'],
          ...declarationsOf(body).map(({ value }) => value['parametersJsonSchema']),
        ].flatMap(schema => schemasIn(schema)),
        unknownAt(JSON_SCHEMA),
      ),
    breaks: sound => ({
      ...sound,
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { multipleOf: 2 } },
    }),
  },
  {
    refuses: 'an enumeration of other types than texts, and an array without items',
    source: GENERATE,
    fault: ({ body }) =>
      firstOf(
        declarationsOf(body).flatMap(({ value }) => schemasIn(value['parameters'])),
        ({ value, at }) => {
          if (asList(value['enum']).some(each => typeof each !== 'string'))
            return `Invalid value at 'parameters${at}.enum[0]' (TYPE_STRING)`
          return String(value['type']).toLowerCase() === 'array' && value['items'] === undefined
            ? `GenerateContentRequest.tools[0].function_declarations[0].parameters${at}.items: missing field.`
            : undefined
        },
      ),
    breaks: sound => ({
      ...sound,
      tools: [
        {
          functionDeclarations: [
            { name: 'read', parameters: { type: 'object', properties: { lines: { type: 'array' } } } },
          ],
        },
      ],
    }),
  },
  {
    refuses: 'a name of a function that does not match its pattern',
    source: GENERATE,
    fault: ({ body }) =>
      firstOf(declarationsOf(body), ({ value, at }) =>
        /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(asText(value['name']) ?? '')
          ? undefined
          : `GenerateContentRequest.${at}.name: Invalid function name.`,
      ),
    breaks: sound => ({ ...sound, tools: [{ functionDeclarations: [{ name: '1 read' }] }] }),
  },
]
