// The law of rotation: at most two secrets are valid at any time, and the window is exactly as stated.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outdated } from '../../../../../runtime/control/access/keys/key-validity.ts'
import type { ApiKey } from '../../../../../runtime/control/access/keys/model.ts'
import {
  completeRotation,
  rotateDueKey,
  rotateKey,
} from '../../../../../runtime/control/access/keys/rotation.ts'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import { DAY, HOUR, MINUTE, START } from './rotating-key.ts'

describe('at every time', () => {
  const fresh = (digest: string): ApiKey => ({
    id: 'k',
    type: 'workspace-service',
    role: undefined,
    name: 'k',
    description: null,
    workspace: 'default',
    user: null,
    device: null,
    scopes: [],
    grants: [],
    status: 'active',
    expiresAt: null,
    defaults: {},
    rateLimits: [],
    usageLimits: null,
    limitProfile: null,
    alertEmails: [],
    rotationPolicy: { period: { days: 2 }, nextAt: START + 2 * DAY, transition: HOUR },
    secret: { digest, masked: '' },
    secretUsed: true,
    oldSecret: null,
    acceptedAt: null,
    createdAt: START,
    updatedAt: START,
  })
  const accepted = (key: ApiKey, now: number): readonly string[] => [
    ...(outdated(key, 'current', now) === undefined ? [key.secret.digest] : []),
    ...(key.oldSecret !== null && outdated(key, 'old', now) === undefined ? [key.oldSecret.digest] : []),
  ]
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 3 * HOUR }),
    act: fc.constantFrom('rotate', 'rotate', 'own', 'complete', 'use', 'wait long'),
    transition: fc.integer({ min: 30 * MINUTE, max: 3 * HOUR }),
  })

  test('at most two secrets are valid, the old one exactly as long as its rotation said', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        let now = START
        let key = fresh('s0')
        let count = 0
        /** When each secret that was replaced ends, by what the replies said. */
        const ends = new Map<string, number>()
        for (const { wait, act, transition } of steps) {
          now += act === 'wait long' ? DAY : wait
          const valid = accepted(key, now)
          expect(valid.length).toBeLessThanOrEqual(2)
          for (const [digest, end] of ends)
            if (digest !== key.secret.digest) expect(valid.includes(digest)).toBe(now < end)
          if (act === 'use') key = { ...key, secretUsed: key.secretUsed || valid.includes(key.secret.digest) }
          const secret = { digest: `s${count + 1}`, masked: '' }
          const next =
            act === 'rotate'
              ? rotateKey(key, { now, secret, transition })
              : act === 'own' && valid.length > 0
                ? rotateDueKey(key, { now, secret })
                : act === 'complete'
                  ? completeRotation(key, now)
                  : key
          if (isFailure(next) || next === key) continue
          if (act === 'complete') {
            ends.set(key.oldSecret?.digest ?? '', now)
          } else {
            count += 1
            const unread = key.secret.digest
            // A secret that was never used and is replaced in its transition ends at once.
            ends.set(unread, now)
            const until = next.oldSecret?.until ?? 0
            if (valid.length > 0) {
              if (act === 'rotate' && valid.includes(next.oldSecret?.digest ?? ''))
                expect(until).toBe(now + transition)
              ends.set(next.oldSecret?.digest ?? '', until)
            }
            expect(accepted(next, now)).toContain(secret.digest)
            // What was not valid before is not valid again.
            const known = new Set([...valid, secret.digest])
            expect(accepted(next, now).filter(digest => !known.has(digest))).toEqual([])
          }
          key = next
          expect((key.rotationPolicy?.nextAt ?? 0) >= (key.oldSecret?.until ?? 0)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
