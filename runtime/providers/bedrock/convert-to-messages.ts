// OpenAI messages → `system` and `messages`. System and developer messages become `system`, at any position,
// because the dialect has only two roles.
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
import { divideHistory, type PlacedMessage, readPastCall, reportStoredAudio } from '../../wire/history.ts'
import {
  BLANK,
  beginningWithUser,
  groupTurns,
  NO_TEXT,
  type TurnOf,
  toolResultsFirst,
} from '../../wire/turns.ts'
import { cachePoint, convertContent } from './convert-content.ts'
import { blockText, toNativeBlocks, toToolUseId } from './native-blocks.ts'

export interface ConvertedMessages {
  readonly system: readonly JsonObject[] | undefined
  readonly messages: readonly JsonObject[]
}

type Turn = TurnOf<readonly JsonObject[]>

export function convertToMessages(
  messages: Json | undefined,
  report: ReportConversionError,
): ConvertedMessages {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return { system: undefined, messages: [] }
  }
  const { instructions, turns } = divideHistory(messages)
  const system = instructions.flatMap(({ message, path }) =>
    instruction(asObject(message)['content'], `${path}.content`, report),
  )
  const groups = beginningWithUser(groupTurns(turns.map(turn => turnOf(turn, report))), [{ text: NO_TEXT }])
  const merged = groups.map(group => {
    const blocks = group.flatMap(turn => turn.content)
    const { role } = group[0]
    return { role, content: role === 'user' ? withTextFor(toolResultsFirst(blocks, isResult)) : blocks }
  })
  if (merged.length === 0) report(BLANK, 'messages')
  return { system: system.length === 0 ? undefined : system, messages: uniqueDocumentNames(merged) }
}

/** A document is rejected without a text block in its turn: docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html. */
const withTextFor = (blocks: readonly JsonObject[]): readonly JsonObject[] =>
  blocks.some(block => 'document' in block) && !blocks.some(block => 'text' in block)
    ? [...blocks, { text: NO_TEXT }]
    : blocks

const isResult = (block: JsonObject): boolean => block['toolResult'] !== undefined

/** Instructions are text, guardrail content and cache points. */
function instruction(
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] {
  const blocks = convertContent(content, path, report)
  const others = blocks.filter(
    block => !('text' in block || 'guardContent' in block || 'cachePoint' in block),
  )
  if (others.length > 0)
    report(
      `${path} must contain only text: this provider does not support other parts in instructions.`,
      path,
    )
  return blocks
}

function turnOf({ message, path }: PlacedMessage, report: ReportConversionError): Turn {
  const emptyTurn: Turn = { role: 'user', content: [] }
  if (!isObject(message)) {
    report(`${path} must be an object.`, path)
    return emptyTurn
  }
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return { role: 'user', content: convertContent(message['content'], `${path}.content`, report) }
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
 * Native blocks of a reply go back unchanged, signatures included; whatever they lack is added. Tool calls are
 * taken from `tool_calls` where both have them: blocks that were assembled from a stream may lack their arguments.
 */
function assistantContent(
  message: JsonObject,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] {
  const nativeBlocks = asList(message['content_blocks']).filter(isObject).flatMap(toNativeBlocks)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    toolUse(call, `${path}.tool_calls[${index}]`, report),
  )
  const mergedBlocks = nativeBlocks.map(block => calls.find(call => isSameCall(call, block)) ?? block)
  const hasText = mergedBlocks.some(block => blockText(block) !== undefined)
  const content = message['content'] ?? message['refusal']
  return [
    ...mergedBlocks,
    ...(hasText ? [] : convertContent(content, `${path}.content`, report)),
    ...calls.filter(call => !nativeBlocks.some(block => isSameCall(call, block))),
  ]
}

function toolUse(call: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const past = readPastCall(call, path, report)
  if (past === undefined) return []
  const toolUse = { toolUseId: toToolUseId(past.id), name: past.name, input: past.input }
  return [{ toolUse }, ...cachePoint(asObject(call)['cache_control'])]
}

const isSameCall = ({ toolUse: one }: JsonObject, { toolUse: other }: JsonObject): boolean =>
  isObject(one) && isObject(other) && one['toolUseId'] === other['toolUseId']

/** Cache points are not allowed within a result, and follow it. */
function toolResult(message: JsonObject, path: string, report: ReportConversionError): readonly JsonObject[] {
  const identifier = asText(message['tool_call_id']) ?? ''
  if (identifier === '') {
    report(`${path}.tool_call_id is missing.`, `${path}.tool_call_id`)
    return []
  }
  const blocks = convertContent(message['content'], `${path}.content`, report)
  const isCachePoint = (block: JsonObject): boolean => block['cachePoint'] !== undefined
  const content = blocks.filter(block => !isCachePoint(block))
  const failed = message['is_error'] === true ? { status: 'error' } : {}
  const toolResult = { toolUseId: toToolUseId(identifier), content, ...failed }
  return [{ toolResult }, ...blocks.filter(isCachePoint)]
}

/**
 * Document names of one request must be unique, across turns and case-insensitively. Duplicates get a number.
 * The messages with unique names; unchanged blocks are the same objects.
 */
function uniqueDocumentNames(
  messages: readonly { readonly role: string; readonly content: readonly JsonObject[] }[],
): readonly JsonObject[] {
  const taken = new Set<string>()
  const withUniqueName = (block: Json): Json => {
    if (!isObject(block)) return block
    const { document, toolResult } = block
    if (isObject(toolResult) && isList(toolResult['content']))
      return { ...block, toolResult: { ...toolResult, content: toolResult['content'].map(withUniqueName) } }
    const name = isObject(document) ? asText(document['name']) : undefined
    if (name === undefined || !isObject(document)) return block
    let uniqueName = name
    for (let number = 2; taken.has(uniqueName.toLowerCase()); number += 1)
      uniqueName = `${name.slice(0, 190)} (${number})`
    taken.add(uniqueName.toLowerCase())
    return uniqueName === name ? block : { ...block, document: { ...document, name: uniqueName } }
  }
  return messages.map(({ role, content }) => ({ role, content: content.map(withUniqueName) }))
}
