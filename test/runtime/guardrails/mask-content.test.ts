// What is masked in bodies that are logged, and what a guardrail would find and they keep (schema of telemetry.bodies.mask).
import { expect, it } from 'vitest'
import { linkSecretFinder } from '../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { linkContentMask } from '../../../runtime/guardrails/mask-content.ts'
import { SECRETS } from './corpora/secrets.ts'

const RANDOM = SECRETS.find(([kind]) => kind === 'HIGH_ENTROPY')?.[1] ?? ''
const KNOWN = 'ghp_R8vT2mQ9xLk4Wn7Zc1Yb5Hd3Jf6Gs0Pa4Ub9'

it('a logged body keeps what a guardrail finds by entropy alone, and none of the secrets of known formats', () => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: `${RANDOM} and ${KNOWN}` }] })
  const found = linkSecretFinder({ entropy: true, entropyThreshold: 4 })(body)
  expect(found.map(({ kind }) => kind)).toContain('HIGH_ENTROPY')
  const masked = new TextDecoder().decode(linkContentMask(['secrets', 'pii'])(new TextEncoder().encode(body)))
  expect(masked).toContain(RANDOM)
  expect(masked).not.toContain(KNOWN)
  expect(JSON.parse(masked)).toMatchObject({ messages: [{ role: 'user' }] })
})
