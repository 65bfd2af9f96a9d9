// Addresses of the services of state: what a plan holds of them is never a password.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowerServiceUrl, type ServiceLocation } from '../../../compiler/lower/service-url.ts'

const env = (name: string, ...origins: readonly string[]) => ({ source: 'env', name, origins }) as const

const ROWS: readonly (readonly [text: string, becomes: ServiceLocation])[] = [
  ['redis://cache:6379/0', { address: 'redis://cache:6379/0' }],
  ['redis://user@cache', { address: 'redis://user@cache' }],
  ['${env:REDIS_URL}', { secret: env('REDIS_URL') }],
  ['${file:/run/secrets/redis}', { secret: { source: 'file', name: '/run/secrets/redis', origins: [] } }],
  [
    'rediss://user:${env:PASSWORD}@cache:6379/2',
    { address: 'rediss://user@cache:6379/2', secret: env('PASSWORD', 'rediss://cache:6379') },
  ],
  ['redis://:${env:PASSWORD}@cache', { address: 'redis://@cache', secret: env('PASSWORD', 'redis://cache') }],
  [
    'postgres://user:${file:/run/secrets/db}@db:5432/vectors?sslmode=require',
    {
      address: 'postgres://user@db:5432/vectors?sslmode=require',
      secret: { source: 'file', name: '/run/secrets/db', origins: ['postgres://db:5432'] },
    },
  ],
]

describe('service addresses', () => {
  it.each(ROWS)('%s', (text, becomes) => expect(lowerServiceUrl(text)).toEqual(becomes))

  it('a password in plain text, which check refuses, is left out all the same', () => {
    const password = fc.stringMatching(/^[A-Za-z0-9!$%&*+,.;=_~-]{1,20}$/)
    fc.assert(
      fc.property(password, text => {
        const lowered = lowerServiceUrl(`redis://user:${text}@cache:6379`)
        expect(lowered).toEqual({ address: 'redis://user@cache:6379' })
      }),
    )
  })
})
