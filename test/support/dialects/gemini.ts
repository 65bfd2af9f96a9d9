// A strict Google `generateContent` API: calls identified by name and order, signatures that must come back, two
// roles.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { type HistoryTurn, lastUserText, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import {
  inPieces,
  type ModelAnswer,
  type ModelCall,
  type ModelInput,
  signed,
  USAGE,
} from './scripted-model.ts'
import type { Dialect, ProviderRequest } from './serve.ts'

const KNOWN = [
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'labels',
]
const GENERATION = [
  ...['temperature', 'topP', 'topK', 'candidateCount', 'maxOutputTokens', 'stopSequences', 'seed'],
  ...['responseMimeType', 'responseSchema', 'responseJsonSchema', 'thinkingConfig', 'presencePenalty'],
]
const SCHEMA = [
  ...[
    'type',
    'title',
    'description',
    'nullable',
    'enum',
    'format',
    'items',
    'properties',
    'required',
    'anyOf',
  ],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'default'],
]
const PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent\?alt=sse)$/

/** The signature of a tool call. */
export const signatureOf = ({ name, args }: ModelCall): string => signed(name + JSON.stringify(args))
/** The placeholder that the provider accepts for a dropped signature. */
const UNSIGNED = 'skip_thought_signature_validator'

function schemaIsKnown(schema: JsonObject, at: string, demands: Demands): void {
  demands.only(schema, SCHEMA, at)
  for (const [name, inner] of Object.entries(asObject(schema['properties'])))
    schemaIsKnown(asObject(inner), `${at}.${name}`, demands)
}

function callsOf(parts: readonly JsonObject[], at: string, { demand, only }: Demands) {
  const called = parts.filter(part => part['functionCall'] !== undefined)
  return called.map((part, index) => {
    const written = asObject(part['functionCall'])
    only(written, ['name', 'args', 'id'], `${at}.functionCall`)
    const call = { name: asText(written['name']) ?? '', args: asObject(written['args']) }
    const signature = part['thoughtSignature']
    if (index === 0 || signature !== undefined)
      demand(
        signature === signatureOf(call) || signature === UNSIGNED,
        `Function call ${call.name} is missing its thought_signature.`,
      )
    return call
  })
}

function turnOf(content: JsonObject, at: string, demands: Demands): HistoryTurn {
  const { demand, only } = demands
  only(content, ['role', 'parts'], at)
  const parts = asList(content['parts']).map(asObject)
  demand(parts.length > 0, `${at} has no parts.`)
  for (const part of parts)
    only(part, ['text', 'thought', 'thoughtSignature', 'functionCall', 'functionResponse', 'inlineData'], at)
  const text = parts.map(part => (part['thought'] === true ? '' : (asText(part['text']) ?? ''))).join('')
  if (content['role'] === 'model') {
    const calls = callsOf(parts, at, demands)
    return calls.length > 0 ? { kind: 'calls', text, calls } : { kind: 'assistant', text }
  }
  demand(content['role'] === 'user', `${at}.role is unknown.`)
  const responses = parts.filter(part => part['functionResponse'] !== undefined)
  if (responses.length === 0) return { kind: 'user', text }
  demand(responses.length === parts.length, `${at} mixes results and text.`)
  const results = responses.map(part => {
    const given = asObject(part['functionResponse'])
    only(given, ['name', 'response'], `${at}.functionResponse`)
    return { name: asText(given['name']) ?? '', text: String(asObject(given['response'])['result']) }
  })
  return { kind: 'results', results }
}

export const geminiTurns = (contents: unknown, demands: Demands): readonly HistoryTurn[] =>
  asList(contents).map((content, index) => turnOf(asObject(content), `contents[${index}]`, demands))

function parseRequest({ path, headers, body }: ProviderRequest, demands: Demands): ModelInput {
  const { demand, only } = demands
  const [, model = '', operation = ''] = PATH.exec(path) ?? []
  demand(model !== '', `There is nothing at ${path}.`)
  demand(headers['x-goog-api-key'] === 'google-key', 'x-goog-api-key is missing.')
  only(body, KNOWN, 'the body')
  const config = asObject(body['generationConfig'])
  only(config, GENERATION, 'generationConfig')
  if (body['systemInstruction'] !== undefined)
    only(body['systemInstruction'], ['parts', 'role'], 'systemInstruction')
  const declared = asList(body['tools']).flatMap(tool =>
    asList(asObject(tool)['functionDeclarations']).map(asObject),
  )
  for (const { name = null, parameters = {}, ...others } of declared) {
    only(others, ['description'], `the function ${String(name)}`)
    schemaIsKnown(asObject(parameters), `the function ${String(name)}`, demands)
  }
  const turns = geminiTurns(body['contents'], demands)
  return {
    model,
    stream: operation !== 'generateContent',
    userText: lastUserText(turns),
    tools: declared.map(({ name = null }) => asText(name) ?? ''),
    results: resultsOf(turns, demands),
    thinks: asObject(config['thinkingConfig'])['includeThoughts'] === true,
    schema: config['responseJsonSchema'] !== undefined,
  }
}

const usageMetadata = {
  promptTokenCount: USAGE.prompt,
  candidatesTokenCount: USAGE.completion,
  totalTokenCount: USAGE.prompt + USAGE.completion,
}

/** Of parallel calls only the first one is signed. */
const callParts = (calls: readonly ModelCall[]): readonly JsonObject[] =>
  calls.map((call, index) => ({
    functionCall: { name: call.name, args: call.args },
    ...(index === 0 ? { thoughtSignature: signatureOf(call) } : {}),
  }))

const reply = ({ model }: ModelInput, parts: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  usageMetadata,
  modelVersion: model,
  responseId: 'reply-1',
})

const thoughts = (thought: string | undefined): readonly JsonObject[] =>
  thought === undefined ? [] : [{ text: thought, thought: true }]

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
}

export const gemini: Dialect = {
  parseRequest,
  wholeReply: ({ thought, text, calls }, input) =>
    reply(input, [...thoughts(thought), { text }, ...callParts(calls)], { finishReason: 'STOP' }),
  events: ({ thought, text, calls }: ModelAnswer, input) =>
    [
      ...thoughts(thought).map(part => reply(input, [part])),
      ...inPieces(text).map(piece => reply(input, [{ text: piece }])),
      ...callParts(calls).map(part => reply(input, [part])),
      reply(input, [{ text: '' }], { finishReason: 'STOP' }),
    ].map(event => `data: ${JSON.stringify(event)}\r\n\r\n`),
  streamType: 'text/event-stream',
  error: (status, message) => ({
    error: { code: status, message, status: STATUSES[status] ?? 'UNAVAILABLE' },
  }),
}
