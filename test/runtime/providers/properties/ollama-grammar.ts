// Native Ollama chats: lines, each with a delta of thinking or text, or calls; the last one is done.

import { ollama } from '../../../../runtime/providers/ollama/ollama.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import type { HistoryTurn, PastResult } from '../../../support/dialects/conversation.ts'
import { context } from '../ollama/context.ts'
import { asStream, call, done, piece } from '../ollama/fixtures.ts'
import { callsOf, chatOf, type Grammar, type Part, textOf, thoughtsOf } from './grammar.ts'

const usage = { prompt_eval_count: 9, eval_count: 20 }
const calledIn = (parts: readonly Part[]): readonly object[] =>
  callsOf(parts).map(({ id, name, args }) => call(name, args, id))

function turnOf(message: JsonObject): HistoryTurn | PastResult {
  const text = asText(message['content']) ?? ''
  if (message['role'] === 'tool') return { id: asText(message['tool_call_id']) ?? '', text }
  const calls = asList(message['tool_calls']).map(each => {
    const { id = '', function: named = {} } = asObject(each)
    const { name = '', arguments: args = {} } = asObject(named)
    return { id: String(id), name: String(name), args: asObject(args) }
  })
  if (message['role'] !== 'assistant') return { kind: 'user', text }
  return calls.length > 0 ? { kind: 'calls', text, calls } : { kind: 'assistant', text }
}

export const ollamaGrammar: Grammar = {
  adapter: chatOf(ollama),
  context,
  events: (parts, cut) => [
    ...parts.flatMap(part => {
      if (part.kind === 'call') return [piece({ tool_calls: calledIn([part]) })]
      return cut(part.text).map(text => piece(part.kind === 'text' ? { content: text } : { thinking: text }))
    }),
    done(usage),
  ],
  bytes: events => asStream(events),
  whole: parts =>
    JSON.parse(
      JSON.stringify(
        piece(
          { thinking: thoughtsOf(parts).join(''), content: textOf(parts), tool_calls: calledIn(parts) },
          { done: true, done_reason: 'stop', ...usage },
        ),
      ),
    ),
  noise: [{ model: 'qwen-test', a_line_of_tomorrow: 1 }, {}],
  nullable: ['thinking', 'tool_calls', 'done_reason', 'logprobs', 'images', 'error'],
  spare: 0,
  identifies: true,
  read: body => {
    const turns: HistoryTurn[] = []
    for (const message of asList(body['messages']).map(asObject)) {
      const turn = turnOf(message)
      const last = turns.at(-1)
      if ('kind' in turn) turns.push(turn)
      else if (last?.kind === 'results')
        turns[turns.length - 1] = { kind: 'results', results: [...last.results, turn] }
      else turns.push({ kind: 'results', results: [turn] })
    }
    return turns
  },
  opaque: parts => [thoughtsOf(parts).join('')],
}
