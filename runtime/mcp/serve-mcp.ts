// One HTTP request to an entry: checked as both eras want it, then served as its own era does.

import { plainReply, type Reply } from '../values/call.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { Ports } from '../values/ports.ts'
import { createCallParking } from './client/call-parking.ts'
import type { ClientParts, ClientRequest } from './client/client-request.ts'
import { linkLegacyClients } from './client/legacy-client.ts'
import { linkModernClients } from './client/modern-client.ts'
import { messageReply } from './client/reply-stream.ts'
import { decodeBytes } from './messages/decode-bytes.ts'
import { claimedRevision } from './messages/envelope.ts'
import { parseExactly } from './messages/exact-json.ts'
import { fault, INVALID_REQUEST, PARSE_ERROR } from './messages/fault.ts'
import { answerText, type RpcFault, type RpcMessage, readMessage } from './messages/message.ts'
import { REVISION_HEADER } from './messages/mirrored-headers.ts'
import { type Era, isLegacyRevision } from './messages/revision.ts'
import { SESSION_HEADER } from './upstream/legacy-session.ts'

export interface McpReply {
  readonly reply: Reply
  /** What was asked, for the log. */
  readonly method: string
  readonly era: Era
}

export type ServeMcp = (method: string, body: Uint8Array, request: ClientRequest) => Promise<McpReply>

export function linkMcpServing(
  parts: ClientParts & { readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash' | 'nextTurn'> },
): ServeMcp {
  const parking = createCallParking(parts.sessions, parts.ports)
  const modern = linkModernClients(parts, parking, parts.ports.nextTurn)
  const legacy = linkLegacyClients(parts)
  return async (method, body, request) => {
    if (method === 'GET' || method === 'DELETE') {
      const isLegacy =
        headerValue(request.headers, SESSION_HEADER) !== undefined && !namesModern(request.headers)
      if (!isLegacy) return { reply: NOT_ALLOWED, method, era: 'modern' }
      return {
        reply: await (method === 'GET' ? legacy.get(request) : legacy.remove(request)),
        method,
        era: 'legacy',
      }
    }
    const message = parseBody(body)
    if ('code' in message)
      return { reply: messageReply(400, answerText(null, { fault: message })), method, era: 'legacy' }
    const era = eraOf(message, request.headers)
    const serve = era === 'modern' ? modern : legacy.post
    const name = message.kind === 'answer' ? 'response' : message.method
    return { reply: await serve(message, request), method: name.slice(0, MAX_METHOD), era }
  }
}

const MAX_METHOD = 128

const NOT_ALLOWED: Reply = plainReply(405, new TextEncoder().encode(''), ['allow', 'POST'])

/** The era that a client speaks: the body decides, or the header if the body has no version. */
function eraOf(message: RpcMessage, headers: Headers): Era {
  if (message.kind === 'answer') return namesModern(headers) ? 'modern' : 'legacy'
  if (claimedRevision(message.params) !== undefined) return 'modern'
  if (message.kind === 'request' && message.method === 'initialize') return 'legacy'
  return namesModern(headers) ? 'modern' : 'legacy'
}

function namesModern(headers: Headers): boolean {
  const revision = headerValue(headers, REVISION_HEADER)
  return revision !== undefined && !isLegacyRevision(revision.trim()) && revision.trim() >= '2026'
}

function parseBody(body: Uint8Array): RpcMessage | RpcFault {
  const text = decodeBytes(body)
  const value = text === undefined ? undefined : parseExactly(text)
  if (value === undefined) return fault(PARSE_ERROR, 'The body is not JSON in UTF-8.')
  if (Array.isArray(value))
    return fault(INVALID_REQUEST, 'Batches of messages are not supported: send one message in each request.')
  return readMessage(value) ?? fault(INVALID_REQUEST, 'The body is not a message of JSON-RPC 2.0.')
}
