// OpenAI messages → `systemInstruction` and `contents`. System and developer messages become the
// instruction, at any position, because the dialect has only two roles.
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { callArguments, divideHistory, type PlacedMessage, reportStoredAudio } from '../../wire/history.ts'
import { toNativeParts } from './block-accumulator.ts'
import { convertContent } from './convert-content.ts'
import { readSignature, signCalls, signMessage } from './thought-signatures.ts'

export interface ConvertedContents {
  readonly systemInstruction: JsonObject | undefined
  readonly contents: readonly JsonObject[]
}

export function convertToContents(
  messages: Json | undefined,
  model: string,
  report: ReportConversionError,
): ConvertedContents {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return { systemInstruction: undefined, contents: [] }
  }
  const divided = divideHistory(messages)
  const instructions = divided.instructions.flatMap(({ message, path }) =>
    convertContent(asObject(message)['content'], `${path}.content`, report),
  )
  const history = createCallHistory()
  const turns = divided.turns.map(turn => turnOf(turn, model, history, report))
  return {
    systemInstruction: instructions.length === 0 ? undefined : { parts: instructions },
    contents: mergeTurns(turns),
  }
}

function turnOf(
  { message, path }: PlacedMessage,
  model: string,
  history: CallHistory,
  report: ReportConversionError,
): Turn {
  const emptyTurn: Turn = { kind: 'user', parts: [] }
  if (!isObject(message)) {
    report(`${path} must be an object.`, path)
    return emptyTurn
  }
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return { kind: 'user', parts: convertContent(message['content'], `${path}.content`, report) }
    case 'assistant':
      reportStoredAudio(message, path, report)
      return { kind: 'model', parts: convertAssistantTurn(message, path, model, history, report) }
    case 'tool':
      return convertToolResult(message, path, history, report)
    default:
      report(`${path}.role is not supported by this provider.`, `${path}.role`)
      return emptyTurn
  }
}

/**
 * An assistant message of the history → parts of a model turn. Native blocks of a non-strict reply go back in
 * their order; whatever they lack is added.
 */
function convertAssistantTurn(
  message: JsonObject,
  path: string,
  model: string,
  history: CallHistory,
  report: ReportConversionError,
): readonly JsonObject[] {
  const nativeParts = asList(message['content_blocks']).filter(isObject).flatMap(toNativeParts)
  const hasText = nativeParts.some(part => part['text'] !== undefined)
  const content = hasText
    ? []
    : convertContent(message['content'] ?? message['refusal'], `${path}.content`, report)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    convertCall(call, `${path}.tool_calls[${index}]`, history, report),
  )
  return signCalls(signMessage([...nativeParts, ...content, ...calls], readSignature(message)), model)
}

function convertCall(
  call: Json,
  path: string,
  history: CallHistory,
  report: ReportConversionError,
): readonly JsonObject[] {
  const called = asObject(isObject(call) ? call['function'] : undefined)
  const name = asText(called['name'])
  if (!isObject(call) || name === undefined) {
    report(`${path} must be a function call with a name.`, path)
    return []
  }
  recordCall(call['id'], name, history)
  const args = callArguments(called['arguments'])
  if (args === undefined) {
    report(`${path}.function.arguments must be a JSON object.`, `${path}.function.arguments`)
    return []
  }
  return [present({ functionCall: { name, args }, thoughtSignature: readSignature(call) })]
}

interface RecordedCall {
  readonly name: string
  readonly order: number
}

interface CallHistory {
  /** Number of calls so far. */
  count: number
  /** By id: the last call with it, and those without a result so far. Some providers repeat ids. */
  readonly calls: Map<string, { last: RecordedCall; readonly pending: RecordedCall[] }>
}

const createCallHistory = (): CallHistory => ({ count: 0, calls: new Map() })

function recordCall(identifier: Json | undefined, name: string, history: CallHistory): void {
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

/**
 * Tool results. The dialect identifies a call by its name, OpenAI by its id: so the calls of the history are
 * recorded while its messages are converted.
 */
function convertToolResult(
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

interface Turn {
  readonly kind: 'user' | 'model' | 'results'
  readonly parts: readonly JsonObject[]
  /** Of a result: the index of its call among all calls. */
  readonly order?: number
}

/**
 * Turns of the dialect. Adjacent model messages form one turn, and so do tool results, which are ordered by
 * their calls: the dialect matches them by name and order. Empty turns are left out.
 */
function mergeTurns(turns: readonly Turn[]): readonly JsonObject[] {
  const groups: Turn[][] = []
  for (const turn of turns) {
    if (turn.parts.length === 0) continue
    const last = groups.at(-1)
    if (turn.kind !== 'user' && last?.[0]?.kind === turn.kind) last.push(turn)
    else groups.push([turn])
  }
  return groups.map(group => ({
    role: group[0]?.kind === 'model' ? 'model' : 'user',
    parts: group[0]?.kind === 'results' ? resultParts(group) : group.flatMap(turn => turn.parts),
  }))
}

const isResult = (part: JsonObject): boolean => part['functionResponse'] !== undefined

/** Attachments of results follow after all results. */
function resultParts(group: readonly Turn[]): readonly JsonObject[] {
  const parts = group
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .flatMap(turn => turn.parts)
  return [...parts.filter(isResult), ...parts.filter(part => !isResult(part))]
}
