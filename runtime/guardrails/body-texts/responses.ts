// The texts of the Responses API: instructions, input as a string or items, output items.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { contentTexts } from './content-parts.ts'
import { isAssistantItem, lastTurnStart } from './last-turn.ts'
import { replyContentTexts, withRemainingOfReply } from './remaining-texts.ts'
import {
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

/** The output of a function or of any other tool. */
const isToolOutput = ({ type }: JsonObject): boolean => typeof type === 'string' && type.endsWith('_output')

/** Reads all of these fields of an item, whatever its `type`. */
const itemReader = (content: TextReader): TextReader =>
  asExternalWhere(
    isToolOutput,
    concat(
      plainText,
      inField('content', content),
      inField('arguments', jsonString),
      inField('input', plainText),
      inField('output', content),
      inField('code', plainText),
    ),
  )
const itemTexts = itemReader(contentTexts)
const outputTexts = itemReader(replyContentTexts)
const reasoningSummary = inField('summary', inEach(inField('text', plainText)))

/** Variables of a prompt that is stored at the provider. */
const promptVariables: TextReader = inField('prompt', (value, path) =>
  inField('variables', (variables, variablesPath) =>
    Object.keys(variables ?? {}).flatMap(name =>
      inField(name, concat(plainText, inField('text', plainText)))(variables, variablesPath),
    ),
  )(value, path),
)

const input = (read: TextReader): TextReader => inField('input', read)

/** What a model reads besides the input items. */
const definitions = concat(
  inField('tools', inEach(jsonObject)),
  inField('text', inField('format', inField('schema', jsonObject))),
)

export const responsesRequestTexts: TextReaders = {
  last: concat(promptVariables, input(concat(plainText, inEach(itemTexts, lastTurnStart(isAssistantItem))))),
  all: concat(
    inField('instructions', contentTexts),
    promptVariables,
    input(concat(plainText, inEach(concat(itemTexts, reasoningSummary)))),
    definitions,
  ),
}

const output = (read: TextReader): TextReader => inField('output', inEach(read))

/** The content of `reasoning` items is reasoning, not output. */
const isReasoning = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'reasoning'

export const responsesReplyTexts: TextReaders = {
  last: output((item, path) => (isReasoning(item) ? [] : outputTexts(item, path))),
  all: withRemainingOfReply(output(concat(outputTexts, reasoningSummary))),
}
