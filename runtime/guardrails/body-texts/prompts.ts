// The texts of bodies that are not conversations: prompts, inputs, queries and documents. Each is independent, so
// both scopes read all of them; tokens and images have no text.
import { contentTexts } from './content-parts.ts'
import { withRemainingOfReply } from './remaining-texts.ts'
import {
  anyText,
  asExternal,
  bothScopes,
  concat,
  inEach,
  inField,
  plainText,
  type TextReaders,
} from './text-location.ts'

const inputTexts = concat(
  plainText,
  inEach(concat(plainText, inField('text', plainText), inField('content', contentTexts))),
)

export const completionsRequestTexts: TextReaders = bothScopes(
  concat(inField('prompt', concat(plainText, inEach(plainText))), inField('suffix', plainText)),
)
const choiceTexts = inField('choices', inEach(inField('text', plainText)))
export const completionsReplyTexts: TextReaders = {
  last: choiceTexts,
  all: withRemainingOfReply(choiceTexts),
}

export const inputsRequestTexts: TextReaders = bothScopes(inField('input', inputTexts))

export const rerankRequestTexts: TextReaders = bothScopes(
  concat(
    inField('query', concat(plainText, inField('text', plainText))),
    inField('documents', inEach(asExternal(anyText))),
  ),
)

export const speechRequestTexts: TextReaders = bothScopes(
  concat(inField('input', plainText), inField('instructions', plainText)),
)

export const imagesRequestTexts: TextReaders = bothScopes(
  concat(inField('prompt', plainText), inField('negative_prompt', plainText)),
)
export const imagesReplyTexts: TextReaders = bothScopes(
  inField('data', inEach(inField('revised_prompt', plainText))),
)

/** A form is read as an object of its text fields; a repeated field is a list. */
export const formRequestTexts: TextReaders = bothScopes(
  inField('prompt', concat(plainText, inEach(plainText))),
)
