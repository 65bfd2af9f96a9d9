// The texts of Anthropic's Messages: the system prompt, content blocks, tool inputs, tool results.

import { documentSource } from './content-parts.ts'
import { isAssistantMessage, lastTurnStart } from './last-turn.ts'
import {
  concat,
  inEach,
  inField,
  jsonObject,
  plainText,
  type TextReader,
  type TextReaders,
} from './text-location.ts'

/** Reads all of these fields of a block, whatever its `type`. */
const block: TextReader = (value, path) =>
  concat(
    plainText,
    inField('text', plainText),
    inField('input', jsonObject),
    inField('content', content),
    inField('source', documentSource),
    inField('title', plainText),
    inField('context', plainText),
  )(value, path)

const content: TextReader = (value, path) => concat(block, inEach(block))(value, path)
const thinking = inField('content', inEach(inField('thinking', plainText)))
const messageTexts = inField('content', content)

export const messagesRequestTexts: TextReaders = {
  last: inField('messages', inEach(messageTexts, lastTurnStart(isAssistantMessage))),
  all: concat(
    inField('system', content),
    inField('messages', inEach(concat(messageTexts, thinking))),
    inField('tools', inEach(jsonObject)),
  ),
}

export const messagesReplyTexts: TextReaders = { last: messageTexts, all: concat(messageTexts, thinking) }
