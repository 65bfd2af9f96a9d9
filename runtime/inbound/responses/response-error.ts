// The `code` of a failed response: the vendor's schema has few; the provider's own code is in the preceding event.
import type { VendorError } from '../../values/adapter.ts'

export function responseErrorCode(code: VendorError['code']): string {
  const text = String(code ?? '')
  if (text === '429' || /rate_limit|quota|throttl/i.test(text)) return 'rate_limit_exceeded'
  return /^4\d\d$|^invalid_(request|prompt)/.test(text) ? 'invalid_prompt' : 'server_error'
}
