// The text readers of each endpoint's bodies. Pass-through bodies are read completely, so that no other path to the
// same model bypasses a guard.
import type { Endpoint } from '../../providers/adapter.ts'
import { chatReply, chatRequest } from './chat.ts'
import { messagesReply, messagesRequest } from './messages.ts'
import { every, none, type Readers, same } from './place.ts'
import {
  completionsReply,
  completionsRequest,
  formRequest,
  imagesReply,
  imagesRequest,
  inputsRequest,
  rerankRequest,
  speechRequest,
} from './prompts.ts'
import { responsesReply, responsesRequest } from './responses.ts'

interface Bodies {
  readonly request: Readers
  readonly reply: Readers
}

const EVERY = same(every)
const NONE = same(none)

const texts: { readonly [E in Endpoint]: Bodies } = {
  'chat/completions': { request: chatRequest, reply: chatReply },
  completions: { request: completionsRequest, reply: completionsReply },
  embeddings: { request: inputsRequest, reply: NONE },
  rerank: { request: rerankRequest, reply: NONE },
  moderations: { request: inputsRequest, reply: NONE },
  responses: { request: responsesRequest, reply: responsesReply },
  messages: { request: messagesRequest, reply: messagesReply },
  'messages/count_tokens': { request: messagesRequest, reply: NONE },
  'audio/speech': { request: speechRequest, reply: NONE },
  'audio/transcriptions': { request: formRequest, reply: EVERY },
  'audio/translations': { request: formRequest, reply: EVERY },
  'images/generations': { request: imagesRequest, reply: imagesReply },
  'images/edits': { request: formRequest, reply: imagesReply },
  'images/variations': { request: formRequest, reply: imagesReply },
}

const PASSED: Bodies = { request: EVERY, reply: EVERY }

export const textsOf = (endpoint: Endpoint | undefined): Bodies =>
  endpoint === undefined ? PASSED : texts[endpoint]
