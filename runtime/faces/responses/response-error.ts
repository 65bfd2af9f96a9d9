// The `code` of a response that failed: the vendor's schema knows few, and the provider's own stands in the event before.
import type { VendorError } from '../../providers/adapter.ts'

export function responseErrorCode(code: VendorError['code']): string {
  const text = String(code ?? '')
  if (text === '429' || /rate_limit|quota|throttl/i.test(text)) return 'rate_limit_exceeded'
  return /^4\d\d$|^invalid_(request|prompt)/.test(text) ? 'invalid_prompt' : 'server_error'
}
