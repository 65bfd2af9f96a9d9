// Errors as directories read them (RFC 7644, section 3.12).
import { asObject, asText, parseJson } from '../../schemas/values/json.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import type { Failure } from '../values/failures.ts'

const SCIM_MEDIA: readonly string[] = ['content-type', 'application/scim+json']

/** The kind of error, where SCIM has one: by the failure and the parameter that it names. */
function scimTypeOf({ code, param = '' }: Failure): string | undefined {
  if (code === 'invalid_json') return 'invalidSyntax'
  if (code === 'conflict') return param === 'userName' || param === 'displayName' ? 'uniqueness' : undefined
  if (code !== 'invalid_request') return undefined
  if (param === 'filter') return 'invalidFilter'
  if (param.endsWith('.path')) return 'invalidPath'
  return param.endsWith('.target') ? 'noTarget' : 'invalidValue'
}

export function scimErrorReply(reply: Reply): Reply {
  const { failure, status, body, headers } = reply
  if (failure === undefined || isStream(body)) return reply
  const detail = asText(asObject(asObject(parseJson(new TextDecoder().decode(body)))['error'])['message'])
  const scimType = scimTypeOf(failure)
  return {
    ...reply,
    headers: [
      ...SCIM_MEDIA,
      ...headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-type'),
    ],
    body: encodeJson({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: detail ?? failure.message,
    }),
  }
}
