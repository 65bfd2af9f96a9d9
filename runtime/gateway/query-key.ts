// Clients of Gemini's API may send their API key in the query. It is a credential like those of the headers, and the
// query of the provider's request has none.

import { queryValue, withoutQuery } from '../values/query-string.ts'
import { isGeminiPath } from './model-name.ts'
import type { RequestHead } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import type { StrippedRequest } from './strip-keys.ts'

const NAME = 'key'

/** Undefined where the query has no key, or the client is of another API. */
export function takeQueryKey(head: RequestHead, requestOptions: RequestOptions): StrippedRequest | undefined {
  const key = isGeminiPath(head.pathname) ? queryValue(head.path, NAME) : undefined
  if (key === undefined) return undefined
  const { options, credentials } = requestOptions
  return {
    head: { ...head, path: withoutQuery(head.path, NAME) },
    requestOptions: {
      ...requestOptions,
      credentials: key === '' ? credentials : [...credentials, key],
      options: { ...options, authorization: options.authorization ?? (key === '' ? undefined : key) },
    },
  }
}
