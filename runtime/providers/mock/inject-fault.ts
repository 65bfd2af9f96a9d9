// Injects the fault that the model name requests into a valid reply.

import { encodeEvent } from '../../streams/server-sent-events.ts'
import { failure } from '../../values/failures.ts'
import { errorType, vendorErrorBody } from '../../wire/error.ts'
import type { Behaviour } from './behaviour.ts'
import { errorReply, type MockOutcome, type MockReply, textReply } from './mock-reply.ts'

const encoder = new TextEncoder()

const streamError = {
  message: 'The mock provider was instructed to fail in mid-stream.',
  type: 'server_error',
  code: 'mock_stream_error',
}

export function injectFault(reply: MockReply, behaviour: Behaviour, streamed: boolean): MockOutcome {
  switch (behaviour.kind) {
    case 'delay':
      return { ...reply, delayMs: behaviour.milliseconds }
    case 'slow':
      return { ...reply, chunks: streamed ? reply.chunks : halves(reply), intervalMs: behaviour.milliseconds }
    case 'status':
      return statusReply(behaviour.status, behaviour.retryAfter)
    case 'cut':
      return truncateReply(reply, behaviour.after, streamed)
    case 'malformed':
      return streamed ? { ...reply, chunks: garbage } : textReply(200, '{"id": "chatcmpl-')
    case 'empty':
      return streamed ? { ...reply, chunks: [] } : textReply(200, '')
    case 'stream-error':
      return streamed
        ? { ...reply, chunks: [...reply.chunks.slice(0, 2), encodeEvent(vendorErrorBody(streamError))] }
        : errorReply(200, streamError)
    case 'refuse':
      return { failure: unreachable('refused', 'The mock provider refuses the connection.') }
    case 'reset':
      return { failure: unreachable('reset', 'The mock provider resets the connection.') }
    case 'hang':
      return 'silence'
    default:
      return reply
  }
}

const unreachable = (cause: 'refused' | 'reset' | 'cut', message: string) =>
  failure('upstream_unreachable', message, { cause })

function statusReply(status: number, retryAfter: number | undefined): MockReply {
  const error = {
    message: `The mock provider was instructed to reply with status ${status}.`,
    type: errorType(status),
    code: `mock_status_${status}`,
  }
  return errorReply(status, error, retryAfter === undefined ? [] : ['retry-after', String(retryAfter)])
}

/** Truncates a stream after its role and `after` content events, a whole reply in the middle of its bytes. */
function truncateReply(reply: MockReply, after: number, streamed: boolean): MockReply {
  const pieces = streamed ? reply.chunks.slice(0, after + 1) : halves(reply).slice(0, 1)
  return {
    ...reply,
    chunks: pieces,
    truncation: unreachable('cut', 'The mock provider truncated its reply.'),
  }
}

const halves = (reply: MockReply): readonly Uint8Array[] =>
  reply.chunks.flatMap(piece => {
    const middle = Math.ceil(piece.length / 2)
    return [piece.subarray(0, middle), piece.subarray(middle)]
  })

const garbage: readonly Uint8Array[] = [
  'data: {"id": "chatcmpl-\n\n',
  'event: odd\ndata: 7\n\n',
  'data\n\n',
].map(text => encoder.encode(text))
