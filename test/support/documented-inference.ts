// Replies of endpoints held to the OpenAPI document, as clients receive them: failures have the form of the vendor whose route it is.
import { convertError } from '../../runtime/inbound/convert-error.ts'
import { isStream, type Reply } from '../../runtime/values/call.ts'
import { expectDocumented } from './documented-replies.ts'
import type { HarnessReply } from './read-harness-reply.ts'

/** A path of saved resources may be a provider's too. */
export function expectDocumentedInference(
  method: string,
  path: string,
  reply: Reply,
  { status, headers, text }: HarnessReply,
): void {
  const [pathname = ''] = path.split('?', 1)
  const { body } = convertError(reply, path, `/v1${pathname}`)
  const media = headers['content-type'] ?? ''
  const written = isStream(body) || status < 400 ? text : new TextDecoder().decode(body)
  expectDocumented(
    method,
    `/v1${pathname}`,
    { status, media: media.toLowerCase(), text: written },
    'inference',
  )
}
