// The stream formats by endpoint.
import { endpointFacts } from '../../endpoints.ts'
import type { Endpoint } from '../../providers/adapter.ts'
import { foldChunks } from './fold-chunks.ts'
import { foldMessage } from './fold-message.ts'
import { foldResponse } from './fold-response.ts'
import type { StreamForm } from './form.ts'
import { unfoldChunks } from './unfold-chunks.ts'
import { unfoldMessage } from './unfold-message.ts'
import { isFinalResponse, unfoldResponse } from './unfold-response.ts'

const always = (): boolean => true

const forms = {
  chunks: { createFold: foldChunks, unfold: unfoldChunks, isFinal: always },
  responses: {
    createFold: foldResponse,
    unfold: unfoldResponse,
    isFinal: body => isFinalResponse(body.field('status')),
  },
  messages: { createFold: foldMessage, unfold: unfoldMessage, isFinal: always },
} satisfies { readonly [kind: string]: StreamForm }

/** Undefined for endpoints that never stream, and for image and audio streams, which are not cached. */
export function formOf(endpoint: Endpoint): StreamForm | undefined {
  const { streams } = endpointFacts[endpoint]
  return streams === undefined || streams === 'media' ? undefined : forms[streams]
}
