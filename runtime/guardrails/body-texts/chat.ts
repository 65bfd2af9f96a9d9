// The texts of chat completions: content as a string or parts, refusals, tool call arguments, tool results.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { contentTexts } from './content-parts.ts'
import { isAssistantMessage, lastTurnStart } from './last-turn.ts'
import { replyContentTexts, withRemainingOfReply } from './remaining-texts.ts'
import {
  anyText,
  asExternal,
  asExternalWhere,
  concat,
  inEach,
  inField,
  jsonObject,
  jsonString,
  plainText,
  type TextReader,
  type TextReaders,
} from './text-location.ts'

const toolCall = concat(
  inField('function', inField('arguments', jsonString)),
  inField('custom', inField('input', plainText)),
)

/** The result of a tool; `function` is its older name. */
const isToolMessage = ({ role }: JsonObject): boolean => role === 'tool' || role === 'function'

const messageReader = (content: TextReader): TextReader =>
  asExternalWhere(
    isToolMessage,
    concat(
      inField('content', content),
      inField('refusal', plainText),
      inField('tool_calls', inEach(toolCall)),
      inField('function_call', inField('arguments', jsonString)),
      inField('audio', inField('transcript', plainText)),
    ),
  )
const messageTexts = messageReader(contentTexts)
const replyTexts = messageReader(replyContentTexts)

/** Reasoning under its various names, and the content blocks of a history, which repeat it. */
const reasoning = concat(
  inField('reasoning_content', plainText),
  inField('reasoning', plainText),
  inField('content_blocks', inEach(inField('text', plainText))),
)

/** What a model reads besides the messages; it may contain a prompt as well. */
const definitions = concat(
  inField('tools', inEach(jsonObject)),
  inField('functions', inEach(jsonObject)),
  inField('response_format', inField('json_schema', jsonObject)),
  inField('prediction', inField('content', contentTexts)),
  inField('documents', inEach(asExternal(anyText))),
)

export const chatRequestTexts: TextReaders = {
  last: inField('messages', inEach(messageTexts, lastTurnStart(isAssistantMessage))),
  all: concat(
    inField('messages', inEach(concat(inField('name', plainText), messageTexts, reasoning))),
    definitions,
  ),
}

/** All choices in either scope; visible reasoning and what else a provider adds only in scope `all`. */
export const chatReplyTexts: TextReaders = {
  last: inField('choices', inEach(inField('message', replyTexts))),
  all: withRemainingOfReply(
    inField(
      'choices',
      inEach(
        inField(
          'message',
          concat(replyTexts, inField('reasoning_content', plainText), inField('reasoning', plainText)),
        ),
      ),
    ),
  ),
}
