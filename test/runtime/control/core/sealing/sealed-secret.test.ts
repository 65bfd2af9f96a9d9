// Secrets at rest open with their key, in their place, as they were written; otherwise a sentence says why not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KeyRing, readKeyRing } from '../../../../../runtime/control/core/sealing/key-ring.ts'
import {
  isSealedSecret,
  openSecret,
  type SecretPlace,
  sealSecret,
} from '../../../../../runtime/control/core/sealing/sealed-secret.ts'
import { nodeSecretCipher as cipher } from '../../../../../runtime/stores/secret-cipher.ts'
import { sha256 } from '../../../../support/bundle.ts'
import '../../../../support/property-seed.ts'

const KEYS = ['a', 'b', 'c'].map(letter => Buffer.from(letter.repeat(32)).toString('base64'))

function ringOf(text: string): KeyRing {
  const ring = readKeyRing(text, sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return ring
}

const PLACE: SecretPlace = { workspace: 'team', kind: 'integration', id: 'openai', field: '/key' }
const ring = ringOf(KEYS[0] ?? '')

/** Texts with all of Unicode but lone surrogates, which no header and no UTF-8 can have. */
const texts = fc.string({ unit: 'grapheme', maxLength: 200 })

describe('a sealed secret', () => {
  it('opens as it was, whatever its text', () => {
    fc.assert(
      fc.property(texts, text => {
        const sealed = sealSecret(text, PLACE, ring, cipher)
        expect(openSecret(sealed, PLACE, ring, cipher)).toEqual({ text })
        // What is stored is JSON.
        const stored: unknown = JSON.parse(JSON.stringify(sealed))
        expect(stored).toEqual(sealed)
        expect(isSealedSecret(sealed)).toBe(true)
      }),
    )
  })

  it('does not contain its text, and is never the same twice', () => {
    const [one, other] = ['first', 'second'].map(() => sealSecret('sk-live-12345678', PLACE, ring, cipher))
    expect(JSON.stringify(one)).not.toContain('sk-live')
    expect(one?.nonce).not.toBe(other?.nonce)
    expect(one?.text).not.toBe(other?.text)
  })

  it('with any bit of text or nonce changed does not open', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('text' as const, 'nonce' as const),
        fc.nat(),
        fc.nat({ max: 7 }),
        (text, part, position, bit) => {
          const sealed = sealSecret(text, PLACE, ring, cipher)
          const bytes = Buffer.from(sealed[part], 'base64')
          const at = position % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
          const changed = { ...sealed, [part]: bytes.toString('base64') }
          expect(openSecret(changed, PLACE, ring, cipher).fault).toContain('cannot be decrypted')
        },
      ),
    )
  })

  it('that is cut, or spelled otherwise, does not open', () => {
    const sealed = sealSecret('secret', PLACE, ring, cipher)
    for (const text of ['', 'AAAA', '?', sealed.text.slice(0, -4), `${sealed.text}\n`, `${sealed.text}AAAA`])
      expect(openSecret({ ...sealed, text }, PLACE, ring, cipher).fault).toContain('cannot be decrypted')
    for (const nonce of ['', 'AAAA', `${sealed.nonce}AAAA`])
      expect(openSecret({ ...sealed, nonce }, PLACE, ring, cipher).fault).toContain('cannot be decrypted')
  })

  it('in any other row, field or workspace does not open', () => {
    const names = fc.string({ maxLength: 12 })
    const places = fc.record({ workspace: names, kind: names, id: names, field: names })
    fc.assert(
      fc.property(places, places, (place, other) => {
        const sealed = sealSecret('secret', place, ring, cipher)
        const isSame = (['workspace', 'kind', 'id', 'field'] as const).every(
          part => place[part] === other[part],
        )
        expect(openSecret(sealed, other, ring, cipher).text).toBe(isSame ? 'secret' : undefined)
      }),
    )
    const sealed = sealSecret('secret', PLACE, ring, cipher)
    for (const part of ['workspace', 'kind', 'id', 'field'] as const)
      expect(openSecret(sealed, { ...PLACE, [part]: 'other' }, ring, cipher).fault).toMatch(
        /^The secret .* cannot be decrypted: it was changed, or copied from another object or workspace\./,
      )
  })

  it('opens with an older key of the ring, and is sealed with the first', () => {
    const sealed = sealSecret('secret', PLACE, ring, cipher)
    const rotated = ringOf([KEYS[1], KEYS[0]].join(','))
    expect(openSecret(sealed, PLACE, rotated, cipher)).toEqual({ text: 'secret' })
    expect(sealSecret('secret', PLACE, rotated, cipher).key).toBe(rotated.current.id)
    expect(rotated.current.id).not.toBe(ring.current.id)
  })

  it('of a key that is not in the ring is named by that key, without the secret', () => {
    const sealed = sealSecret('secret', PLACE, ring, cipher)
    expect(openSecret(sealed, PLACE, ringOf(KEYS[2] ?? ''), cipher)).toEqual({
      fault: `The secret /key of the integration "openai" was encrypted with the key ${ring.current.id}, which is not among the encryption keys. Add that key behind the current one.`,
    })
  })
})

describe('encryption keys', () => {
  it('are separated by commas or lines, in the spelling of base64 or of URLs, with padding or without', () => {
    const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index)).toString('base64')
    const forURLs = Buffer.from(secret, 'base64').toString('base64url')
    expect(ringOf(` ${secret}\n`).current.secret).toBe(secret)
    expect(ringOf(forURLs).current).toEqual(ringOf(secret).current)
    expect([...ringOf(`${KEYS[0]},${KEYS[1]}\n${KEYS[2]}`).keys.values()].map(key => key.secret)).toEqual(
      KEYS,
    )
  })

  it('of another length or alphabet are refused without being quoted', () => {
    for (const wrong of ['abc', `${KEYS[0]}AAAA`, Buffer.alloc(31).toString('base64'), '!'.repeat(43)])
      expect(readKeyRing(`${KEYS[0]},${wrong}`, sha256)).toBe(
        'Encryption key 2 is not 32 bytes as base64 (44 characters, as openssl rand -base64 32 prints).',
      )
    expect(readKeyRing(' , ', sha256)).toMatch(/^The encryption key is empty\. Set the environment variable/)
  })
})
