// OpenAI messages → `system` and `messages`. Leading system and developer messages become `system`; later ones
// become text in a user turn in place, because the dialect has only two roles.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { instructionsAtHead, readCall } from '../wire/history.ts'
import { asList, asText, isList, isObject } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { groupTurns, resultsFirst, type TurnOf } from '../wire/turns.ts'
import { convertContent } from './convert-content.ts'
import { distinctNames } from './distinct-names.ts'
import { callIdentifier, nativeOf, textOf } from './own-blocks.ts'

export interface Conversation {
  readonly system: readonly JsonObject[] | undefined
  readonly messages: readonly JsonObject[]
}

type Turn = TurnOf<readonly JsonObject[]>

export function convertToMessages(messages: Json | undefined, report: Report): Conversation {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return { system: undefined, messages: [] }
  }
  const head = instructionsAtHead(messages)
  const system = messages
    .slice(0, head)
    .flatMap((message, index) =>
      isObject(message) ? instruction(message['content'], `messages[${index}].content`, report) : [],
    )
  const turns = messages
    .slice(head)
    .map((message, index) => turnOf(message, `messages[${head + index}]`, report))
  const merged = groupTurns(turns).map(group => {
    const blocks = group.flatMap(turn => turn.content)
    const { role } = group[0]
    return { role, content: role === 'user' ? resultsFirst(blocks, isResult) : blocks }
  })
  return { system: system.length === 0 ? undefined : system, messages: distinctNames(merged) }
}

const isResult = (block: JsonObject): boolean => block['toolResult'] !== undefined

/** Instructions are texts, guardrail content and cache points. */
function instruction(content: Json | undefined, at: string, report: Report): readonly JsonObject[] {
  const blocks = convertContent(content, at, report)
  const others = blocks.filter(
    block => !('text' in block || 'guardContent' in block || 'cachePoint' in block),
  )
  if (others.length > 0)
    report(`${at} must contain only text: this provider does not support other parts in instructions.`, at)
  return blocks
}

function turnOf(message: Json, at: string, report: Report): Turn {
  const nothing: Turn = { role: 'user', content: [] }
  if (!isObject(message)) {
    report(`${at} must be an object.`, at)
    return nothing
  }
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return { role: 'user', content: convertContent(message['content'], `${at}.content`, report) }
    case 'assistant':
      return { role: 'assistant', content: assistantContent(message, at, report) }
    case 'tool':
      return { role: 'user', content: toolResult(message, at, report) }
    default:
      report(`${at}.role is not supported by this provider.`, `${at}.role`)
      return nothing
  }
}

/**
 * Native blocks of a reply go back unchanged, signatures included; whatever they lack is added. Tool calls are
 * taken from `tool_calls` where both have them: blocks that were assembled from a stream may lack their arguments.
 */
function assistantContent(message: JsonObject, at: string, report: Report): readonly JsonObject[] {
  const kept = asList(message['content_blocks']).filter(isObject).flatMap(nativeOf)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    toolUse(call, `${at}.tool_calls[${index}]`, report),
  )
  const whole = kept.map(block => calls.find(call => isSameCall(call, block)) ?? block)
  const hasText = whole.some(block => textOf(block) !== undefined)
  const content = message['content'] ?? message['refusal']
  return [
    ...whole,
    ...(hasText ? [] : convertContent(content, `${at}.content`, report)),
    ...calls.filter(call => !kept.some(block => isSameCall(call, block))),
  ]
}

function toolUse(call: Json, at: string, report: Report): readonly JsonObject[] {
  const past = readCall(call, at, report)
  if (past === undefined) return []
  return [{ toolUse: { toolUseId: callIdentifier(past.id), name: past.name, input: past.input } }]
}

const isSameCall = ({ toolUse: one }: JsonObject, { toolUse: other }: JsonObject): boolean =>
  isObject(one) && isObject(other) && one['toolUseId'] === other['toolUseId']

/** Cache points are not allowed within a result, and follow it. */
function toolResult(message: JsonObject, at: string, report: Report): readonly JsonObject[] {
  const identifier = asText(message['tool_call_id']) ?? ''
  if (identifier === '') {
    report(`${at}.tool_call_id is missing.`, `${at}.tool_call_id`)
    return []
  }
  const blocks = convertContent(message['content'], `${at}.content`, report)
  const isMark = (block: JsonObject): boolean => block['cachePoint'] !== undefined
  const content = blocks.filter(block => !isMark(block))
  const failed = message['is_error'] === true ? { status: 'error' } : {}
  const toolResult = { toolUseId: callIdentifier(identifier), content, ...failed }
  return [{ toolResult }, ...blocks.filter(isMark)]
}
