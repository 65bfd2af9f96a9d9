// A strict Bedrock Converse API: signed, alternating turns, a result for each call, binary frames.
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { eventFrame } from '../../runtime/streams/aws-event-bytes.ts'
import { type HistoryTurn, lastUserText, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import { inPieces, type ModelAnswer, type ModelInput, signed, USAGE } from './scripted-model.ts'
import type { Dialect, ProviderRequest } from './serve.ts'

const KNOWN = [
  ...['messages', 'system', 'inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'outputConfig'],
  ...['requestMetadata', 'serviceTier', 'guardrailConfig', 'performanceConfig'],
]
const PATH = /^\/model\/([^/]+)\/(converse|converse-stream)$/
const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/

const textIn = (blocks: readonly JsonObject[]): string =>
  blocks.map(block => asText(block['text']) ?? '').join('')

function turnOf(turn: JsonObject, at: string, demands: Demands): readonly HistoryTurn[] {
  const { demand, only } = demands
  only(turn, ['role', 'content'], at)
  const blocks = asList(turn['content']).map(asObject)
  demand(blocks.length > 0, `${at} has no content.`)
  for (const block of blocks) {
    only(block, ['text', 'toolUse', 'toolResult', 'reasoningContent', 'image', 'cachePoint'], at)
    demand(block['text'] === undefined || String(block['text']).trim() !== '', `${at} has a blank text.`)
    const { text: thought = '', signature = null } = asObject(
      asObject(block['reasoningContent'])['reasoningText'],
    )
    if (block['reasoningContent'] !== undefined)
      demand(signature === signed(String(thought)), `${at}: reasoning with a wrong signature.`)
  }
  const text = textIn(blocks)
  const uses = blocks.flatMap(block => (block['toolUse'] === undefined ? [] : [asObject(block['toolUse'])]))
  if (turn['role'] === 'assistant') {
    const calls = uses.map(use => ({
      id: asText(use['toolUseId']) ?? '',
      name: asText(use['name']) ?? '',
      args: asObject(use['input']),
    }))
    for (const { id } of calls) demand(/^[a-zA-Z0-9_.:-]{1,64}$/.test(id), `${at}: ${id} is not a valid id.`)
    return [calls.length > 0 ? { kind: 'calls', text, calls } : { kind: 'assistant', text }]
  }
  const results = blocks.flatMap(block => {
    if (block['toolResult'] === undefined) return []
    const { toolUseId = null, content = [] } = asObject(block['toolResult'])
    return [{ id: asText(toolUseId) ?? '', text: textIn(asList(content).map(asObject)) }]
  })
  return [
    ...(results.length > 0 ? [{ kind: 'results' as const, results }] : []),
    ...(text === '' ? [] : [{ kind: 'user' as const, text }]),
  ]
}

export function converseTurns(messages: unknown, demands: Demands): readonly HistoryTurn[] {
  const turns = asList(messages).map(asObject)
  const expected = turns.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant'))
  const alternate = turns.map(turn => turn['role']).join() === expected.join()
  demands.demand(alternate, 'Turns do not alternate starting with the user.')
  return turns.flatMap((turn, index) => turnOf(turn, `messages.${index}`, demands))
}

function parseRequest({ path, headers, body, bytes }: ProviderRequest, demands: Demands): ModelInput {
  const { demand, only } = demands
  const [, model = '', operation = ''] = PATH.exec(path) ?? []
  demand(model !== '', `There is nothing at ${path}.`)
  demand(SIGNATURE.test(headers.authorization ?? ''), 'The request signature is missing.')
  demand(/^\d{8}T\d{6}Z$/.test(String(headers['x-amz-date'])), 'x-amz-date is missing.')
  const hash = headers['x-amz-content-sha256']
  if (hash !== undefined)
    demand(hash === createHash('sha256').update(bytes).digest('hex'), 'The hash does not match the body.')
  only(body, KNOWN, 'the body')
  only(
    body['inferenceConfig'] ?? {},
    ['maxTokens', 'temperature', 'topP', 'stopSequences'],
    'inferenceConfig',
  )
  const specs = asList(asObject(body['toolConfig'])['tools']).map(tool =>
    asObject(asObject(tool)['toolSpec']),
  )
  for (const spec of specs) {
    only(spec, ['name', 'description', 'inputSchema', 'strict'], 'toolSpec')
    demand(asObject(asObject(spec['inputSchema'])['json'])['type'] === 'object', 'A tool has no schema.')
  }
  const turns = converseTurns(body['messages'], demands)
  if (turns.some(({ kind }) => kind === 'calls'))
    demand(specs.length > 0, 'toolConfig must be defined with toolUse.')
  const fields = asObject(body['additionalModelRequestFields'])
  return {
    model: decodeURIComponent(model),
    stream: operation === 'converse-stream',
    userText: lastUserText(turns),
    tools: specs.map(spec => asText(spec['name']) ?? ''),
    results: resultsOf(turns, demands),
    thinks: fields['thinking'] !== undefined,
    schema: body['outputConfig'] !== undefined,
  }
}

const usage = {
  inputTokens: USAGE.prompt,
  outputTokens: USAGE.completion,
  totalTokens: USAGE.prompt + USAGE.completion,
}
const idOf = (input: ModelInput, index: number): string => `tooluse_${input.results.length}_${index}`
const reasonOf = ({ calls }: ModelAnswer): string => (calls.length > 0 ? 'tool_use' : 'end_turn')

function wholeReply(answer: ModelAnswer, input: ModelInput): JsonObject {
  const { thought, text, calls } = answer
  const reasoning =
    thought === undefined
      ? []
      : [{ reasoningContent: { reasoningText: { text: thought, signature: signed(thought) } } }]
  const uses = calls.map(({ name, args }, index) => ({
    toolUse: { toolUseId: idOf(input, index), name, input: args },
  }))
  return {
    output: { message: { role: 'assistant', content: [...reasoning, { text }, ...uses] } },
    stopReason: reasonOf(answer),
    usage,
    metrics: { latencyMs: 7 },
  }
}

function events(answer: ModelAnswer, input: ModelInput): readonly Uint8Array[] {
  const { thought, text, calls } = answer
  const delta = (contentBlockIndex: number, piece: JsonObject) =>
    eventFrame('contentBlockDelta', { contentBlockIndex, delta: piece, p: 'abcdef' })
  const stop = (contentBlockIndex: number) => eventFrame('contentBlockStop', { contentBlockIndex })
  return [
    eventFrame('messageStart', { role: 'assistant' }),
    ...(thought === undefined
      ? []
      : [
          ...inPieces(thought).map(piece => delta(0, { reasoningContent: { text: piece } })),
          delta(0, { reasoningContent: { signature: signed(thought) } }),
          stop(0),
        ]),
    ...inPieces(text).map(piece => delta(1, { text: piece })),
    stop(1),
    ...calls.flatMap(({ name, args }, index) => [
      eventFrame('contentBlockStart', {
        contentBlockIndex: 2 + index,
        start: { toolUse: { toolUseId: idOf(input, index), name } },
      }),
      ...inPieces(JSON.stringify(args)).map(piece => delta(2 + index, { toolUse: { input: piece } })),
      stop(2 + index),
    ]),
    eventFrame('messageStop', { stopReason: reasonOf(answer) }),
    eventFrame('metadata', { usage, metrics: { latencyMs: 7 } }),
  ]
}

export const converse: Dialect = {
  parseRequest,
  wholeReply,
  events,
  streamType: 'application/vnd.amazon.eventstream',
  error: (_status, message) => ({ message }),
}
