// Services that exchange credentials for tokens are listed once, so that the analysis of flows cannot miss one that a provider calls.
import { expect, it } from 'vitest'
import { SOURCES, textOf } from './modules.ts'

const HOSTS = /login\.microsoftonline\.com|oauth2\.googleapis\.com|\/\/sts\./

it('tokens are verified by one function, which sees to their times', () => {
  const verifying = SOURCES.filter(path => /\bjwtVerify\(|\bjwtDecrypt\(|\bdecodeJwt\(/.test(textOf(path)))
  expect(verifying).toEqual(['runtime/guardrails/services/jwt/verify-token.ts'])
})

it('hosts of token services are in one file', () => {
  const named = SOURCES.filter(path => !path.startsWith('schemas/generated/') && HOSTS.test(textOf(path)))
  expect(named).toEqual(['schemas/values/token-origins.ts'])
})
