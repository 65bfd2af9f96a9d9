// The texts of passed-through requests other than JSON: a query, form fields, a text body. They are read but never
// rewritten, since the gateway does not know what they mean.
import { textReadersFor } from '../../guardrails/body-texts/endpoint-texts.ts'
import { decodeStrict } from '../../guardrails/body-texts/strict-json.ts'
import { createContent, type GuardContent } from '../../guardrails/engine/content.ts'
import { boundaryOf, scanForm } from '../../values/body/scan-form.ts'
import type { Call } from '../../values/call.ts'
import { headerValue, isTextContentType } from '../../values/headers.ts'
import { queryTexts } from '../../values/query-string.ts'

const decoder = new TextDecoder('utf-8')

/** The texts of the query string of an unknown endpoint. Resources only paginate with theirs. */
export function passthroughReader({ endpoint, resource, path }: Call): Pick<GuardContent, 'extraTexts'> {
  const isKnown = endpoint !== undefined || resource !== undefined
  const reader = isKnown ? [] : queryTexts(path)
  return reader.length === 0 ? {} : { extraTexts: reader }
}

/** The content of a passed-through body that is not JSON. */
export function passthroughText(call: Call, key: string): GuardContent {
  const { request } = textReadersFor(call.endpoint)
  const fixed = 'Passed-through requests can only be rewritten as JSON.'
  return createContent(key, passthroughTexts(call), request, {
    textsOnly: true,
    readOnlyReason: fixed,
    ...passthroughReader(call),
  })
}

function passthroughTexts({ body: { bytes }, headers }: Call): readonly string[] | undefined {
  const type = headerValue(headers, 'content-type')
  const boundary = boundaryOf(type ?? '')
  if (boundary !== undefined) {
    const form = scanForm(bytes, boundary)
    const fields = typeof form === 'string' ? [] : form.parts.filter(({ file }) => !file)
    return fields.map(({ valueStart, valueEnd }) => decoder.decode(bytes.subarray(valueStart, valueEnd)))
  }
  const text = isTextContentType(type) ? decodeStrict(bytes) : undefined
  if (text === undefined) return undefined
  return type?.toLowerCase().includes('urlencoded') === true ? queryTexts(`?${text}`) : [text]
}
