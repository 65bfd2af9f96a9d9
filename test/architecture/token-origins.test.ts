// Services that exchange credentials for tokens are listed once, so that the analysis of flows cannot miss one that a provider calls.
import { expect, it } from 'vitest'
import { expectNone } from './breaches.ts'
import { SOURCES, textOf } from './modules.ts'

const HOSTS = /login\.microsoftonline\.com|oauth2\.googleapis\.com|\/\/sts\./

const VERIFYING = 'runtime/guardrails/services/jwt/verify-token.ts'
const NAMED = 'schemas/values/token-origins.ts'

it('tokens are verified by one function, which sees to their times', () => {
  const verifying = SOURCES.filter(path => /\bjwtVerify\(|\bjwtDecrypt\(|\bdecodeJwt\(/.test(textOf(path)))
  expect(verifying).toContain(VERIFYING)
  expectNone(
    verifying.filter(path => path !== VERIFYING),
    `These verify tokens by themselves. Call verifyToken (${VERIFYING}).`,
  )
})

it('hosts of token services are in one file', () => {
  const named = SOURCES.filter(path => !path.startsWith('schemas/generated/') && HOSTS.test(textOf(path)))
  expect(named).toContain(NAMED)
  expectNone(
    named.filter(path => path !== NAMED),
    `These name a token service. Add it to ${NAMED}, which the analysis of flows reads, and import it.`,
  )
})
