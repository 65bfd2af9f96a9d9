// Token counts outside of bodies: `invoke` sends input and output tokens as headers.
import { type Headers, headerValue } from '../../values/headers.ts'

const headerCount = (headers: Headers, name: string): number | undefined => {
  const text = headerValue(headers, name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Undefined where the provider sends none. */
export const inputTokens = (headers: Headers = []): number | undefined =>
  headerCount(headers, 'x-amzn-bedrock-input-token-count')

export const outputTokens = (headers: Headers = []): number | undefined =>
  headerCount(headers, 'x-amzn-bedrock-output-token-count')
