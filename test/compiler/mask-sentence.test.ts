// Sentences of failures on a terminal: readable, without the secrets that they may quote.
import { describe, expect, it } from 'vitest'
import { printableSentence } from '../../compiler/diagnostics/mask.ts'

describe('a sentence about a failure', () => {
  it.each([
    'The header x-gateway-api-key is missing. A client may also send the key of the gateway as its own API key.',
    'The guardrail "in" denied the request. default.secrets: The text has 1 secret: PASSWORD.',
    'The guardrail "in" denied the request. default.secrets: The text has 3 secrets: API_KEY (2), PASSWORD.',
    'The guardrail "in" denied the reply. acme.secretScan: Found two of them.',
    'OpenAI requires a credential: send it as "Authorization: Bearer KEY", set api_key in the config, or name a stored provider as @slug.',
    'S3 requires cloud1_access_key_id and cloud1_secret_access_key: it does not accept a Bedrock API key.',
  ])('is readable: %s', sentence => {
    expect(printableSentence(sentence)).toBe(sentence)
  })

  it.each([
    ['Incorrect API key provided: sk-live-0123456789abcdef.', 'sk-live-0123456789abcdef'],
    ['The provider says: api_key: hunter2', 'hunter2'],
    ['password: correct horse battery staple', 'correct horse battery staple'],
    ['The body is not JSON: {"password":"the end"}', 'the end'],
    ['password=the end', 'the end'],
    ['Authorization: Bearer abcdefghijkl', 'abcdefghijkl'],
    ['Authorization: Token abcdef', 'abcdef'],
    ['https://user:hunter2@llm.example.com/v1 does not answer', 'hunter2'],
    ['The text has 1 secret: hunter2', 'hunter2'],
    ['The guardrail "in" denied the request. default.regexMatch: The text has password: hunter2', 'hunter2'],
  ])('hides what it may quote: %s', (sentence, secret) => {
    const shown = printableSentence(sentence)
    expect(shown).not.toContain(secret)
    expect(shown).toHaveLength(sentence.length)
  })
})
