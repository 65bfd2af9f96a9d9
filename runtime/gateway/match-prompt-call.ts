// Calls of saved prompts by path: `/prompts/{id}/completions` and `/prompts/{id}/render`, where the identifier may name a
// version or a label after `@`.
import { type Failure, failure } from '../values/failures.ts'
import { decodeComponent } from '../values/query-string.ts'
import type { PromptCall, RequestHead } from './request.ts'
import type { RequestOptions } from './request-options.ts'

const ROUTE = /^\/prompts\/([^/?]+)\/(completions|render)(?:\?|$)/

/** Most requests are not checked any further. */
export const mayBePromptCall = ({ path }: Pick<RequestHead, 'path'>): boolean => path.startsWith('/prompts/')

export function matchPromptCall({ path }: Pick<RequestHead, 'path'>): PromptCall | undefined {
  const [, segment, action] = ROUTE.exec(path) ?? []
  if (segment === undefined || (action !== 'completions' && action !== 'render')) return undefined
  const name = decodeComponent(segment)
  const at = name.indexOf('@')
  return at < 0
    ? { action, id: name, version: undefined }
    : { action, id: name.slice(0, at), version: name.slice(at + 1) }
}

/** Rendering calls no model, so a key may have the permission for it alone. */
export const scopeOfPromptCall = ({ action }: PromptCall): string =>
  action === 'render' ? 'prompts.render' : 'inference'

export function validatePromptHead(
  { action }: PromptCall,
  method: string,
  { contentType, contentEncoding }: Pick<RequestOptions, 'contentType' | 'contentEncoding'>,
  isJson: (contentType: string | undefined) => boolean,
): Failure | undefined {
  const route = `/prompts/{promptId}/${action}`
  if (method !== 'POST') return failure('method_not_allowed', `${route} requires POST.`)
  if (!isJson(contentType)) return failure('unsupported_media_type', `${route} requires application/json.`)
  return contentEncoding === undefined || contentEncoding === 'identity'
    ? undefined
    : failure('unsupported_media_type', `${route} does not accept a content encoding.`)
}
