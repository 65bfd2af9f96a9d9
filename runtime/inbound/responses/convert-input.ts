// `instructions` and `input` → the messages of a chat. Adjacent items of the model (messages, reasoning, calls) become
// one assistant message.
import {
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import { convertParts } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { inputToArguments } from '../custom-tools.ts'
import { type AssistantPart, assistantMessage } from '../history/assistant-message.ts'
import { plainContent } from '../history/plain-content.ts'
import { decodeState } from '../history/provider-state.ts'
import { isOfClient, namesOfTools, type OfferedTools, SEARCH } from './offered-tools.ts'

export function convertInput(
  { instructions, input }: JsonObject,
  offeredName: OfferedTools['offeredName'],
  report: ReportConversionError,
  dropped: Set<string>,
): readonly JsonObject[] {
  const first = instructionMessage(instructions ?? null, report)
  if (typeof input === 'string') return [...first, { role: 'user', content: input }]
  if (!isList(input) || input.length === 0) {
    report('input must be a string or a non-empty list.', 'input')
    return first
  }
  return [
    ...first,
    ...mergeAssistantItems(
      input.flatMap((item, index) => readItem(item, `input[${index}]`, offeredName, report, dropped)),
    ),
  ]
}

function instructionMessage(instructions: Json, report: ReportConversionError): readonly JsonObject[] {
  if (typeof instructions === 'string') return [{ role: 'system', content: instructions }]
  if (instructions !== null) report('instructions must be a string.', 'instructions')
  return []
}

/** A message, or a part of an assistant message. */
type InputItem = { readonly message: JsonObject } | { readonly assistantPart: AssistantPart }

function mergeAssistantItems(items: readonly InputItem[]): readonly JsonObject[] {
  const messages: JsonObject[] = []
  let assistantParts: AssistantPart[] = []
  const flush = (): void => {
    const message = assistantMessage(assistantParts)
    if (message !== undefined) messages.push(message)
    assistantParts = []
  }
  for (const item of items) {
    if ('assistantPart' in item) {
      assistantParts.push(item.assistantPart)
    } else {
      flush()
      messages.push(item.message)
    }
  }
  flush()
  return messages
}

/** `dropped` gets the names of calls of the vendor's tools: those without results in the input are left out. */
function readItem(
  item: Json,
  path: string,
  offeredName: OfferedTools['offeredName'],
  report: ReportConversionError,
  dropped: Set<string>,
): readonly InputItem[] {
  if (!isObject(item)) {
    report(`${path} must be an object.`, path)
    return []
  }
  switch (item['type'] ?? 'message') {
    case 'message':
      return readMessage(item, path, report)
    case 'reasoning':
      return readReasoning(item)
    case 'function_call':
      return readCall(named(item, offeredName), 'arguments', path, report)
    case 'custom_tool_call':
      return readCall(named(item, offeredName), 'input', path, report)
    case 'function_call_output':
    case 'custom_tool_call_output':
      return readResult(item, path, report)
    case 'local_shell_call':
      dropped.add('input.local_shell_call')
      return readShellCall(item, path, report)
    case 'local_shell_call_output':
      return readResult({ ...item, call_id: item['call_id'] ?? item['id'] ?? null }, path, report)
    case 'tool_search_call':
    case 'tool_search_output':
      if (isOfClient(item)) return readSearch(item, path, offeredName, report)
      dropped.add(`input.${item['type']}`)
      return []
    // Its tools are among those of the request (offered-tools.ts).
    case 'additional_tools':
      return []
    case 'web_search_call':
      dropped.add('input.web_search_call')
      return []
    case 'item_reference':
      report(
        `${path} refers to an item of an earlier response, but responses are not stored. Send the item itself, as clients do with "store": false.`,
        path,
      )
      return []
    default:
      report(
        `${path} is of type ${quoted(asText(item['type']) ?? '')}, which is not supported in chats.`,
        path,
      )
      return []
  }
}

const MESSAGE_ROLES: readonly Json[] = ['user', 'system', 'developer']

function readMessage(
  { role = null, content }: JsonObject,
  path: string,
  report: ReportConversionError,
): readonly InputItem[] {
  const parts = convertContent(content, `${path}.content`, report)
  if (role === 'assistant') return parts.map(part => ({ assistantPart: { part } }))
  if (MESSAGE_ROLES.includes(role)) return [{ message: { role, content: plainContent(parts) } }]
  report(`${path}.role must be user, assistant, system or developer.`, `${path}.role`)
  return []
}

/** Reasoning that was encrypted by the vendor or another gateway cannot be read and is omitted. */
function readReasoning({ encrypted_content: encryptedContent }: JsonObject): readonly InputItem[] {
  const state = typeof encryptedContent === 'string' ? decodeState(encryptedContent) : undefined
  return state === undefined ? [] : [{ assistantPart: { state } }]
}

function readCall(
  item: JsonObject,
  field: 'arguments' | 'input',
  path: string,
  report: ReportConversionError,
): readonly InputItem[] {
  const { call_id: id, name } = item
  const argumentsText = item[field]
  if (typeof id !== 'string' || typeof name !== 'string' || typeof argumentsText !== 'string') {
    report(`${path} lacks call_id, name or ${field}.`, path)
    return []
  }
  const text = field === 'input' ? inputToArguments(argumentsText) : argumentsText
  return [{ assistantPart: { call: { id, type: 'function', function: { name, arguments: text } } } }]
}

/** A call by the name of its function in the chat. */
function named(item: JsonObject, offeredName: OfferedTools['offeredName']): JsonObject {
  const { name, namespace } = item
  return typeof name === 'string' ? { ...item, name: offeredName(name, asText(namespace)) } : item
}

/** The search that the client runs is a function elsewhere: what it loaded is offered with the other tools. */
function readSearch(
  { type, call_id: id = null, arguments: query, tools }: JsonObject,
  path: string,
  offeredName: OfferedTools['offeredName'],
  report: ReportConversionError,
): readonly InputItem[] {
  if (type === 'tool_search_call') {
    const call = {
      call_id: id,
      name: offeredName(SEARCH),
      arguments: asText(query) ?? writeJson(query ?? {}),
    }
    return readCall(call, 'arguments', path, report)
  }
  const loaded = namesOfTools(tools, offeredName)
  const output = loaded.length === 0 ? 'No tools were found.' : `Loaded tools: ${loaded.join(', ')}`
  return readResult({ call_id: id, output }, path, report)
}

/** The vendor's shell is a function elsewhere: its commands and their output remain readable. */
function readShellCall(
  { call_id: id, action }: JsonObject,
  path: string,
  report: ReportConversionError,
): readonly InputItem[] {
  const { type: _, ...command } = asObject(action)
  const call = { call_id: id ?? null, name: 'local_shell', arguments: writeJson(command) }
  return readCall(call, 'arguments', path, report)
}

function readResult(
  { call_id: id, output }: JsonObject,
  path: string,
  report: ReportConversionError,
): readonly InputItem[] {
  if (typeof id !== 'string') {
    report(`${path}.call_id is missing.`, `${path}.call_id`)
    return []
  }
  const content = plainContent(convertContent(output, `${path}.output`, report))
  const isEmpty = isList(content) && content.length === 0
  return [{ message: { role: 'tool', tool_call_id: id, content: isEmpty ? '' : content } }]
}

/**
 * Content parts of an item → content parts of a chat message. `path` is the location of the content in the
 * request.
 */
const convertContent = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] =>
  convertParts(content, path, report, (part, partPath) => convertPart(part, partPath, report))

function convertPart(part: JsonObject, path: string, report: ReportConversionError): readonly JsonObject[] {
  const { type } = part
  const converted = convertTyped(type, part)
  if (converted !== undefined) return [converted]
  report(`${path} is of type ${quoted(asText(type) ?? '')}, or lacks a field that a chat requires.`, path)
  return []
}

function convertTyped(type: Json | undefined, part: JsonObject): JsonObject | undefined {
  const { text, refusal, image_url: url, detail, input_audio: audio } = part
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return typeof text === 'string' ? { type: 'text', text } : undefined
    case 'refusal':
      return typeof refusal === 'string' ? { type, refusal } : undefined
    case 'input_image':
      return typeof url === 'string'
        ? {
            type: 'image_url',
            image_url: present({ url, detail: detail === 'auto' ? undefined : (detail ?? undefined) }),
          }
        : undefined
    case 'input_file':
      return convertFile(part)
    case 'input_audio':
      return isObject(audio) ? { type, input_audio: audio } : undefined
    default:
      return undefined
  }
}

/** A chat has no field for a file URL; adapters accept one in `file_data`. */
function convertFile({
  file_data: bytes,
  file_url: url,
  file_id: id,
  filename,
}: JsonObject): JsonObject | undefined {
  const file = present({
    file_id: id ?? undefined,
    file_data: bytes ?? url ?? undefined,
    filename: filename ?? undefined,
  })
  return file['file_id'] === undefined && file['file_data'] === undefined ? undefined : { type: 'file', file }
}
