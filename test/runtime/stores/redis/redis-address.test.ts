// Addresses of a Redis, as people write them.
import { describe, expect, it } from 'vitest'
import { parseRedisAddress } from '../../../../runtime/stores/redis/redis-address.ts'

const PLAIN = {
  host: 'cache.internal',
  port: 6379,
  database: 0,
  user: undefined,
  password: undefined,
  tls: false,
}

describe('The address of a Redis', () => {
  it.each<readonly [string, object]>([
    ['redis://cache.internal', {}],
    ['redis://cache.internal/', {}],
    ['redis://cache.internal:7000/3', { port: 7000, database: 3 }],
    ['rediss://cache.internal', { tls: true }],
    ['redis://user@cache.internal', { user: 'user' }],
    ['redis://@cache.internal', {}],
    ['redis://user:p%40ss@cache.internal', { user: 'user', password: 'p@ss' }],
    ['redis://:pass@cache.internal', { password: 'pass' }],
    ['redis://[::1]:7000', { host: '::1', port: 7000 }],
  ])('%s', (address, expected) => {
    expect(parseRedisAddress(address)).toEqual({ ...PLAIN, ...expected })
  })

  it('takes a password of its own as it is', () => {
    expect(parseRedisAddress('redis://user@cache.internal', 'p%40:/@ss')).toEqual({
      ...PLAIN,
      user: 'user',
      password: 'p%40:/@ss',
    })
  })

  it.each([
    '',
    'cache.internal',
    'http://cache.internal',
    'redis://',
    'redis:///var/run/redis.sock',
    'redis://cache.internal/name',
    'redis://cache.internal/1/2',
    'redis://cache.internal/-1',
    'redis://cache.internal/9999999',
    'redis://cache.internal?db=1',
    'redis://cache.internal#x',
    'redis://secret%zz:secret%zz@cache.internal',
  ])('"%s" is none, and the sentence does not repeat it', address => {
    const fault = parseRedisAddress(address)
    expect(fault).toMatch(/^The address in state .*\.$/)
    expect(fault).not.toMatch(/secret|cache/)
  })
})
