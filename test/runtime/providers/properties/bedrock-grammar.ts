// Bedrock ConverseStream: numbered blocks, only tool call blocks are opened, counts after the stop.
import { bedrock } from '../../../../runtime/providers/bedrock/bedrock.ts'
import { converseTurns } from '../../../support/dialects/converse.ts'
import { signed } from '../../../support/dialects/scripted-model.ts'
import { context } from '../bedrock/context.ts'
import { asStream, begin, delta, ending, start, stop } from '../bedrock/fixtures.ts'
import { type Cut, callsOf, chatOf, type Event, type Grammar, type Part, thoughtsOf } from './grammar.ts'

function blockOf(part: Part) {
  if (part.kind === 'text') return { text: part.text }
  if (part.kind === 'call') return { toolUse: { toolUseId: part.id, name: part.name, input: part.args } }
  return { reasoningContent: { reasoningText: { text: part.text, signature: signed(part.text) } } }
}

function streamed(part: Part, index: number, cut: Cut): readonly Event[] {
  if (part.kind === 'text') return [...cut(part.text).map(text => delta(index, { text })), stop(index)]
  if (part.kind === 'thought')
    return [
      ...cut(part.text).map(text => delta(index, { reasoningContent: { text } })),
      delta(index, { reasoningContent: { signature: signed(part.text) } }),
      stop(index),
    ]
  const pieces = cut(JSON.stringify(part.args)).map(input => delta(index, { toolUse: { input } }))
  return [start(index, { toolUseId: part.id, name: part.name }), ...pieces, stop(index)]
}

const reason = (parts: readonly Part[]): string => (callsOf(parts).length > 0 ? 'tool_use' : 'end_turn')
const usage = { inputTokens: 9, outputTokens: 20, totalTokens: 29 }

export const bedrockGrammar: Grammar = {
  adapter: chatOf(bedrock),
  context,
  events: (parts, cut) => [
    begin,
    ...parts.flatMap((part, index) => streamed(part, index, cut)),
    ...ending(reason(parts), usage),
  ],
  bytes: asStream,
  whole: parts => ({
    output: { message: { role: 'assistant', content: parts.map(blockOf) } },
    stopReason: reason(parts),
    usage,
  }),
  noise: [
    { anEventOfTomorrow: { contentBlockIndex: 0 } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: {} } },
  ],
  nullable: [
    'trace',
    'additionalModelResponseFields',
    'cacheReadInputTokens',
    'citation',
    'performanceConfig',
  ],
  spare: 1,
  identifies: true,
  read: (body, demands) => converseTurns(body['messages'], demands),
  opaque: parts => thoughtsOf(parts).flatMap(text => [text, signed(text)]),
}
