// Tool results. The dialect identifies a call by its name, OpenAI by its id: so the calls of the history are
// recorded while its messages are converted.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { convertContent } from './convert-content.ts'
import type { Turn } from './merge-turns.ts'

interface RecordedCall {
  readonly name: string
  readonly order: number
}

export interface CallHistory {
  /** Number of calls so far. */
  count: number
  /** By id: the last call with it, and those without a result so far. Some providers repeat ids. */
  readonly calls: Map<string, { last: RecordedCall; readonly pending: RecordedCall[] }>
}

export const createCallHistory = (): CallHistory => ({ count: 0, calls: new Map() })

export function recordCall(identifier: Json | undefined, name: string, history: CallHistory): void {
  const call = { name, order: history.count }
  history.count += 1
  if (typeof identifier !== 'string') return
  const known = history.calls.get(identifier)
  if (known === undefined) history.calls.set(identifier, { last: call, pending: [call] })
  else {
    known.last = call
    known.pending.push(call)
  }
}

/** The call that a result with this id answers. */
function callForResult(identifier: string | undefined, history: CallHistory): RecordedCall | undefined {
  const known = identifier === undefined ? undefined : history.calls.get(identifier)
  return known?.pending.shift() ?? known?.last
}

export function convertToolResult(
  message: JsonObject,
  path: string,
  history: CallHistory,
  report: ReportConversionError,
): Turn {
  const identifier = asText(message['tool_call_id'])
  const call = callForResult(identifier, history)
  const name = call?.name ?? asText(message['name'])
  if (name === undefined) {
    const problem = identifier === undefined ? 'is missing' : 'does not match a preceding tool call'
    report(`${path}.tool_call_id ${problem}.`, `${path}.tool_call_id`)
    return { kind: 'results', parts: [] }
  }
  const parts = convertContent(message['content'], `${path}.content`, report)
  const result = parts.map(part => asText(part['text']) ?? '').join('')
  const response = message['is_error'] === true ? { error: result } : { result }
  const attached = parts.filter(part => part['text'] === undefined)
  return {
    kind: 'results',
    parts: [{ functionResponse: { name, response } }, ...attached],
    order: call?.order ?? history.count,
  }
}
