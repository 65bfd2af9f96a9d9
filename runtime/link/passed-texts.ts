// The texts of passed-through requests other than JSON: a query, form fields, a text body. They are read but never
// rewritten, since the gateway does not know what they mean.
import { boundaryOf, scanForm } from '../body/form.ts'
import type { Call } from '../call.ts'
import { type Content, contentOf } from '../guardrails/content.ts'
import { readText } from '../guardrails/texts/read-json.ts'
import { textsOf } from '../guardrails/texts/texts-of.ts'
import { headerValue } from '../headers.ts'
import { queryTexts } from '../resolve/query.ts'
import { isTextual } from './textual.ts'

const decoder = new TextDecoder('utf-8')

/** The texts of the query string of an unknown endpoint. Resources only paginate with theirs. */
export function asideOf({ endpoint, resource, path }: Call): Pick<Content, 'aside'> {
  const known = endpoint !== undefined || resource !== undefined
  const aside = known ? [] : queryTexts(path)
  return aside.length === 0 ? {} : { aside }
}

/** The content of a passed-through body that is not JSON. */
export function passedText(call: Call, key: string): Content {
  const { request } = textsOf(call.endpoint)
  const fixed = 'Passed-through requests can only be rewritten as JSON.'
  return contentOf(key, passedTexts(call), request, { carrier: true, fixed, ...asideOf(call) })
}

function passedTexts({ body: { bytes }, headers }: Call): readonly string[] | undefined {
  const type = headerValue(headers, 'content-type')
  const boundary = boundaryOf(type ?? '')
  if (boundary !== undefined) {
    const form = scanForm(bytes, boundary)
    const fields = typeof form === 'string' ? [] : form.parts.filter(({ file }) => !file)
    return fields.map(({ valueStart, valueEnd }) => decoder.decode(bytes.subarray(valueStart, valueEnd)))
  }
  const text = isTextual(type) ? readText(bytes) : undefined
  if (text === undefined) return undefined
  return type?.toLowerCase().includes('urlencoded') === true ? queryTexts(`?${text}`) : [text]
}
