// The text readers of each endpoint's bodies. Pass-through bodies are read completely, so that no other path to the
// same model bypasses a guard.
import type { Endpoint } from '../../values/adapter.ts'
import { anyFiles } from './attached-files.ts'
import { chatReplyTexts, chatRequestTexts } from './chat.ts'
import { messagesReplyTexts, messagesRequestTexts } from './messages.ts'
import {
  completionsReplyTexts,
  completionsRequestTexts,
  formRequestTexts,
  imagesReplyTexts,
  imagesRequestTexts,
  inputsRequestTexts,
  rerankRequestTexts,
  speechRequestTexts,
} from './prompts.ts'
import { withRemainingOfRequest } from './remaining-texts.ts'
import { responsesReplyTexts, responsesRequestTexts } from './responses.ts'
import { anyText, bothScopes, concat, noText, propertyNames, type TextReaders } from './text-location.ts'

interface EndpointReaders {
  readonly request: TextReaders
  readonly reply: TextReaders
}

const ANY_TEXT = bothScopes(anyText)
const NO_TEXT = bothScopes(noText)

const READERS: { readonly [E in Endpoint]: EndpointReaders } = {
  'chat/completions': { request: chatRequestTexts, reply: chatReplyTexts },
  completions: { request: completionsRequestTexts, reply: completionsReplyTexts },
  embeddings: { request: inputsRequestTexts, reply: NO_TEXT },
  rerank: { request: rerankRequestTexts, reply: NO_TEXT },
  moderations: { request: inputsRequestTexts, reply: NO_TEXT },
  responses: { request: responsesRequestTexts, reply: responsesReplyTexts },
  messages: { request: messagesRequestTexts, reply: messagesReplyTexts },
  'messages/count_tokens': { request: messagesRequestTexts, reply: NO_TEXT },
  'audio/speech': { request: speechRequestTexts, reply: NO_TEXT },
  'audio/transcriptions': { request: formRequestTexts, reply: ANY_TEXT },
  'audio/translations': { request: formRequestTexts, reply: ANY_TEXT },
  'images/generations': { request: imagesRequestTexts, reply: imagesReplyTexts },
  'images/edits': { request: formRequestTexts, reply: imagesReplyTexts },
  'images/variations': { request: formRequestTexts, reply: imagesReplyTexts },
}

/** Of pass-through bodies, and of what MCP servers and agents get and return. */
const EVERYTHING = bothScopes(concat(anyText, anyFiles, propertyNames))
const PASS_THROUGH: EndpointReaders = { request: EVERYTHING, reply: EVERYTHING }

/** Scope `all` of a request also reads the fields that its reader does not know. */
const COMPLETE_READERS = Object.fromEntries(
  Object.entries(READERS).map(([endpoint, { request, reply }]) => [
    endpoint,
    { request: { last: request.last, all: withRemainingOfRequest(request.all) }, reply },
  ]),
) as unknown as Readonly<Record<Endpoint, EndpointReaders>>

export const textReadersFor = (endpoint: Endpoint | undefined): EndpointReaders =>
  endpoint === undefined ? PASS_THROUGH : COMPLETE_READERS[endpoint]
