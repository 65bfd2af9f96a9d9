// `system` and `messages` → the messages of a chat. Tool results become separate messages before the other content of
// their turn; an assistant turn stays one message.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asText, isList, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { toOriginalCallId } from '../../wire/tool-call-ids.ts'
import { type AssistantPart, assistantMessage } from '../history/assistant-message.ts'
import { plainContent } from '../history/plain-content.ts'
import { decodeState } from '../history/provider-state.ts'
import { convertBlock, convertBlocks } from './convert-blocks.ts'
import type { DroppedFields } from './dropped-fields.ts'

export function convertToMessages(
  system: Json | undefined,
  turns: Json | undefined,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] {
  const first = systemMessage(convertBlocks(system, 'system', report, droppedFields))
  if (!isList(turns) || turns.length === 0) {
    report('messages must be a non-empty list.', 'messages')
    return first
  }
  return [
    ...first,
    ...turns.flatMap((turn, index) => convertTurn(turn, `messages[${index}]`, report, droppedFields)),
  ]
}

const systemMessage = (parts: readonly JsonObject[]): readonly JsonObject[] =>
  parts.length === 0 ? [] : [{ role: 'system', content: plainContent(parts) }]

function convertTurn(
  turn: Json,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] {
  if (!isObject(turn)) {
    report(`${path} must be an object.`, path)
    return []
  }
  const { role, content } = turn
  const itemPath = `${path}.content`
  if (role === 'user') return userMessages(content, itemPath, report, droppedFields)
  if (role === 'system') return systemMessage(convertBlocks(content, itemPath, report, droppedFields))
  if (role === 'assistant') {
    const message = assistantMessage(readAssistantParts(content, itemPath, report, droppedFields))
    return message === undefined ? [] : [message]
  }
  report(`${path}.role must be user, assistant or system.`, `${path}.role`)
  return []
}

function userMessages(
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] {
  if (!isList(content)) return userMessage(convertBlocks(content, path, report, droppedFields))
  const results: JsonObject[] = []
  const parts: JsonObject[] = []
  for (const [index, block] of content.entries()) {
    const itemPath = `${path}[${index}]`
    if (!isObject(block)) report(`${itemPath} must be an object.`, itemPath)
    else if (block['type'] === 'tool_result')
      results.push(...toolMessage(block, itemPath, report, droppedFields))
    else parts.push(...convertBlock(block, itemPath, report, droppedFields))
  }
  return [...results, ...userMessage(parts)]
}

const userMessage = (parts: readonly JsonObject[]): readonly JsonObject[] =>
  parts.length === 0 ? [] : [{ role: 'user', content: plainContent(parts) }]

/** `is_error` is an extension of the chat schema, for dialects that support it. */
function toolMessage(
  { tool_use_id: id, content, is_error: isError, cache_control: cacheControl }: JsonObject,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] {
  if (typeof id !== 'string') {
    report(`${path}.tool_use_id is missing.`, `${path}.tool_use_id`)
    return []
  }
  const parts = convertBlocks(content, `${path}.content`, report, droppedFields)
  const last = parts.at(-1)
  const cachedParts =
    cacheControl && last !== undefined
      ? [...parts.slice(0, -1), { ...last, cache_control: cacheControl }]
      : parts
  const text = cachedParts.length === 0 ? '' : plainContent(cachedParts)
  const result = { role: 'tool', tool_call_id: toOriginalCallId(id), content: text }
  return [isError === true ? { ...result, is_error: true } : result]
}

function readAssistantParts(
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly AssistantPart[] {
  if (!isList(content)) return convertBlocks(content, path, report, droppedFields).map(part => ({ part }))
  return asList(content).flatMap((block, index) => {
    const itemPath = `${path}[${index}]`
    if (isObject(block)) return readBlock(block, itemPath, report, droppedFields)
    report(`${itemPath} must be an object.`, itemPath)
    return []
  })
}

function readBlock(
  block: JsonObject,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly AssistantPart[] {
  const { type, id, name, input, cache_control: cacheControl } = block
  if (type === 'thinking' || type === 'redacted_thinking') {
    const signature = asText(type === 'thinking' ? block['signature'] : block['data']) ?? ''
    return signature === '' ? [] : [{ state: decodeState(signature) ?? { blocks: [block] } }]
  }
  if (type !== 'tool_use') return convertBlock(block, path, report, droppedFields).map(part => ({ part }))
  if (typeof id === 'string' && typeof name === 'string') {
    const calledFunction = { name, arguments: writeJson(input ?? {}) }
    const shared = { id: toOriginalCallId(id), type: 'function', function: calledFunction }
    const call =
      droppedFields.keepsCitations && isObject(cacheControl)
        ? { ...shared, cache_control: cacheControl }
        : shared
    return [{ call, cacheControl: cacheControl ?? undefined }]
  }
  report(`${path} is a tool_use without an id or a name.`, path)
  return []
}
