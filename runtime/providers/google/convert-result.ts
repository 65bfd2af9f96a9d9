// Tool results. The dialect identifies a call by its name, OpenAI by its id: so the calls of the history are
// recorded while its messages are converted.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asText } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { convertContent } from './convert-content.ts'
import type { Turn } from './merge-turns.ts'

interface RememberedCall {
  readonly name: string
  readonly order: number
}

export interface CallHistory {
  /** Number of calls so far. */
  count: number
  /** By id: the last call with it, and those without a result so far. Some providers repeat ids. */
  readonly calls: Map<string, { last: RememberedCall; readonly waiting: RememberedCall[] }>
}

export const beginCallHistory = (): CallHistory => ({ count: 0, calls: new Map() })

export function rememberCall(identifier: Json | undefined, name: string, history: CallHistory): void {
  const call = { name, order: history.count }
  history.count += 1
  if (typeof identifier !== 'string') return
  const known = history.calls.get(identifier)
  if (known === undefined) history.calls.set(identifier, { last: call, waiting: [call] })
  else {
    known.last = call
    known.waiting.push(call)
  }
}

/** The call that a result with this id answers. */
function answeredCall(identifier: string | undefined, history: CallHistory): RememberedCall | undefined {
  const known = identifier === undefined ? undefined : history.calls.get(identifier)
  return known?.waiting.shift() ?? known?.last
}

export function convertResult(message: JsonObject, at: string, history: CallHistory, report: Report): Turn {
  const identifier = asText(message['tool_call_id'])
  const call = answeredCall(identifier, history)
  const name = call?.name ?? asText(message['name'])
  if (name === undefined) {
    const sentence = identifier === undefined ? 'is missing' : 'does not match a preceding tool call'
    report(`${at}.tool_call_id ${sentence}.`, `${at}.tool_call_id`)
    return { kind: 'results', parts: [] }
  }
  const parts = convertContent(message['content'], `${at}.content`, report)
  const result = parts.map(part => asText(part['text']) ?? '').join('')
  const response = message['is_error'] === true ? { error: result } : { result }
  const attached = parts.filter(part => part['text'] === undefined)
  return {
    kind: 'results',
    parts: [{ functionResponse: { name, response } }, ...attached],
    order: call?.order ?? history.count,
  }
}
