// OpenAI messages → `system` and `messages`. System and developer messages become `system`, at any position: only
// some models accept a system turn, and as text of a user turn an instruction would lose its rank.
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  callArguments,
  divideHistory,
  type PlacedMessage,
  readPastCall,
  reportStoredAudio,
} from '../../wire/history.ts'
import { toAcceptedCallId } from '../../wire/tool-call-ids.ts'
import {
  BLANK,
  beginningWithUser,
  groupTurns,
  NO_TEXT,
  type TurnOf,
  toolResultsFirst,
} from '../../wire/turns.ts'
import { convertContent } from './convert-content.ts'

export interface ConvertedMessages {
  /** A plain string where the request has one system message with a plain string. */
  readonly system: string | readonly JsonObject[] | undefined
  readonly messages: readonly JsonObject[]
}

export function convertToMessages(
  messages: Json | undefined,
  report: ReportConversionError,
): ConvertedMessages {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return { system: undefined, messages: [] }
  }
  const { instructions, turns } = divideHistory(messages)
  const merged = mergeTurns(turns.map(turn => turnOf(turn, report)))
  if (merged.length === 0) report(BLANK, 'messages')
  return { system: systemOf(instructions, report), messages: merged }
}

function systemOf(
  instructions: readonly PlacedMessage[],
  report: ReportConversionError,
): ConvertedMessages['system'] {
  const contents = instructions.map(({ message, path }) => ({ content: asObject(message)['content'], path }))
  const [first] = contents
  if (contents.length === 1 && typeof first?.content === 'string')
    return first.content.trim() === '' ? undefined : first.content
  const blocks = contents.flatMap(({ content, path }) => convertContent(content, `${path}.content`, report))
  return blocks.length === 0 ? undefined : blocks
}

function turnOf({ message, path }: PlacedMessage, report: ReportConversionError): Turn {
  const emptyTurn: Turn = { role: 'user', content: [] }
  if (!isObject(message)) {
    report(`${path} must be an object.`, path)
    return emptyTurn
  }
  const content = message['content']
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return {
        role: 'user',
        content: plainText(content) ?? convertContent(content, `${path}.content`, report),
      }
    case 'assistant':
      reportStoredAudio(message, path, report)
      return { role: 'assistant', content: assistantContent(message, path, report) }
    case 'tool':
      return { role: 'user', content: toolResult(message, path, report) }
    default:
      report(`${path}.role is not supported by this provider.`, `${path}.role`)
      return emptyTurn
  }
}

/**
 * Native blocks of a reply go back unchanged, signatures included; whatever they lack is added. Arguments of tool
 * calls are taken from `tool_calls` where both have them: blocks that were assembled from a stream may lack theirs.
 */
function assistantContent(message: JsonObject, path: string, report: ReportConversionError): Turn['content'] {
  const nativeBlocks = asList(message['content_blocks'])
    .filter(isObject)
    .filter(isNative)
    .map(withoutForeignFields)
  const hasText = nativeBlocks.some(block => block['type'] === 'text')
  const content = message['content'] ?? message['refusal']
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    toolUse(call, `${path}.tool_calls[${index}]`, report),
  )
  const text = plainText(content)
  if (nativeBlocks.length === 0 && calls.length === 0 && text !== undefined) return text
  return [
    ...nativeBlocks.map(block => ({ ...block, ...calls.find(call => isSameCall(call, block)) })),
    ...(hasText ? [] : convertContent(content, `${path}.content`, report)),
    ...calls.filter(call => !nativeBlocks.some(block => isSameCall(call, block))),
  ]
}

const isSameCall = (call: JsonObject, block: JsonObject): boolean =>
  block['type'] === 'tool_use' && block['id'] === call['id']

/** Blocks of other dialects, which this one rejects; the message's text and calls contain their content too. */
const FOREIGN_BLOCKS: ReadonlySet<unknown> = new Set([
  'converse_block',
  'google_part',
  'image',
  'response_item',
])

/** A history may come from another provider. The dialect rejects thinking without its own signature. */
function isNative({ type, signature }: JsonObject): boolean {
  if (FOREIGN_BLOCKS.has(type)) return false
  return type !== 'thinking' || (typeof signature === 'string' && signature !== '')
}

/** Without fields and ids foreign to the dialect; arguments that were assembled from a stream are parsed. */
function withoutForeignFields({
  thought_signature: _,
  partial_json: partialJson,
  ...block
}: JsonObject): JsonObject {
  const input = partialJson === undefined ? undefined : callArguments(partialJson)
  const { type, id } = block
  return {
    ...block,
    ...(type === 'tool_use' && typeof id === 'string' ? { id: toAcceptedCallId(id) } : {}),
    ...(input === undefined ? {} : { input }),
  }
}

function toolUse(call: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const past = readPastCall(call, path, report)
  return past === undefined ? [] : [{ type: 'tool_use', ...past, id: toAcceptedCallId(past.id) }]
}

function toolResult(message: JsonObject, path: string, report: ReportConversionError): readonly JsonObject[] {
  const identifier = asText(message['tool_call_id'])
  if (identifier === undefined) {
    report(`${path}.tool_call_id is missing.`, `${path}.tool_call_id`)
    return []
  }
  const content = message['content']
  const result = plainText(content) ?? convertContent(content, `${path}.content`, report)
  const failed = message['is_error'] === true ? { is_error: true } : {}
  return [{ type: 'tool_result', tool_use_id: toAcceptedCallId(identifier), content: result, ...failed }]
}

/** A turn that was a plain string stays one, unless it is merged. */
type Turn = TurnOf<string | readonly JsonObject[]>

/** A string; one of white space is empty. */
const plainText = (content: Json | undefined): string | undefined =>
  typeof content === 'string' && content.trim() === '' ? '' : asText(content)

/**
 * Alternating user and assistant turns, with all tool results first in the turn that follows the calls.
 * Adjacent messages of one role are merged into one turn. Empty turns are left out; the first is the user's.
 */
const mergeTurns = (turns: readonly Turn[]): readonly JsonObject[] =>
  beginningWithUser(groupTurns(turns), NO_TEXT).map(mergedTurn)

function mergedTurn(group: readonly [Turn, ...Turn[]]): JsonObject {
  const [{ role, content }] = group
  if (group.length === 1 && typeof content === 'string') return { role, content }
  const blocks = group.flatMap(blocksOf)
  return { role, content: role === 'user' ? toolResultsFirst(blocks, isResult) : blocks }
}

const blocksOf = ({ content }: Turn): readonly JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'
