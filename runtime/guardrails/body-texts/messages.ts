// The texts of Anthropic's Messages: the system prompt, content blocks, tool inputs, tool results.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { attachedFiles, attachedFilesAndAddresses } from './attached-files.ts'
import { documentSource, isExternalPart } from './content-parts.ts'
import { isAssistantMessage, lastTurnStart } from './last-turn.ts'
import { withRemainingOfReply } from './remaining-texts.ts'
import {
  asExternalWhere,
  concat,
  inEach,
  inField,
  jsonObject,
  plainText,
  type TextReader,
  type TextReaders,
} from './text-location.ts'

/** Also those of tools that run at the provider, such as `web_search_tool_result`. */
const isToolResult = (value: JsonObject): boolean =>
  isExternalPart(value) || (typeof value['type'] === 'string' && value['type'].endsWith('_tool_result'))

/** Content as a string or blocks. Reads all of these fields of a block, whatever its `type`. */
function contentOf(files: TextReader): TextReader {
  const content: TextReader = (value, path) => concat(block, inEach(block))(value, path)
  const block = asExternalWhere(
    isToolResult,
    concat(
      plainText,
      inField('text', plainText),
      inField('input', jsonObject),
      inField('content', content),
      inField('source', documentSource),
      inField('title', plainText),
      inField('context', plainText),
      files,
    ),
  )
  return content
}

const content = contentOf(attachedFilesAndAddresses)
const messageTexts = inField('content', content)
const replyTexts = inField('content', contentOf(attachedFiles))
const thinking = inField('content', inEach(inField('thinking', plainText)))

/** What a model reads besides the messages. */
const definitions = concat(
  inField('tools', inEach(jsonObject)),
  inField('output_format', inField('schema', jsonObject)),
  inField('output_config', inField('format', inField('schema', jsonObject))),
)

export const messagesRequestTexts: TextReaders = {
  last: inField('messages', inEach(messageTexts, lastTurnStart(isAssistantMessage))),
  all: concat(
    inField('system', content),
    inField('messages', inEach(concat(messageTexts, thinking))),
    definitions,
  ),
}

export const messagesReplyTexts: TextReaders = {
  last: replyTexts,
  all: withRemainingOfReply(concat(replyTexts, thinking)),
}
