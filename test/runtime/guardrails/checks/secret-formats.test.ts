// default.secrets: keys of every documented format, wherever they stand, and nothing in texts that only look alike.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkSecretFinder } from '../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { runs } from '../../../support/property-seed.ts'
import { BASE64, HEX, madeUp } from '../corpora/made-up.ts'
import { ASSIGNED_VALUES, ASSIGNMENTS, drawKey, PLACES, SECRET_FORMATS } from '../corpora/secret-formats.ts'

/** Without entropy, which would find most keys whatever their format. */
const find = linkSecretFinder({ entropy: false, entropyThreshold: 4 })
const findAll = linkSecretFinder({ entropy: true, entropyThreshold: 4 })

const SEEDS = Array.from({ length: 12 }, (_, at) => at + 1)

/** A few keys without digits are drawn so unluckily that they look like names. */
const MAX_MISSED_SHARE = 0.005

describe('default.secrets by format', () => {
  const formats = SECRET_FORMATS.flatMap(([kind, ...all]) => all.map(format => [kind, format] as const))

  const isFound = (kind: string, key: string, before: string, after: string): boolean =>
    find(`${before}${key}${after}`).some(
      // Some formats include the parameter before the key.
      match =>
        match.kind === kind && match.start <= before.length + 11 && match.end >= before.length + key.length,
    )

  it.each(formats)('finds %s: %s', (kind, format) => {
    const keys = SEEDS.map(seed => drawKey(format, seed))
    const missed = PLACES.filter(
      ([, before, after]) => keys.filter(key => !isFound(kind, key, before, after)).length > 1,
    )
    expect(missed).toEqual([])
  })

  it('misses hardly any key of any format', () => {
    const keys = formats.flatMap(([kind, format]) =>
      SEEDS.map(seed => [kind, drawKey(format, seed)] as const),
    )
    const missed = keys.filter(([kind, key]) => !isFound(kind, key, ' ', ' ')).length
    expect(missed / keys.length).toBeLessThan(MAX_MISSED_SHARE)
  })

  it.each(ASSIGNMENTS)('finds what is assigned in %j', assignment => {
    const missed = ASSIGNED_VALUES.flatMap(format =>
      SEEDS.map(seed => drawKey(format, seed)).filter(key => {
        const text = assignment.replace(/VALUE(?!_)/, key)
        const start = text.indexOf(key)
        return !find(text).some(match => match.start === start && match.end === start + key.length)
      }),
    )
    expect(missed).toEqual([])
  })

  it('finds none in identifiers, hashes, UUIDs and images', () => {
    const hex = (length: number) => fc.nat(1e6).map(seed => madeUp(length, HEX, seed))
    const word = fc.constantFrom(
      ...'required characteristic service definition account settings token secret password user'.split(' '),
    )
    const capitalized = word.map(each => each.charAt(0).toUpperCase() + each.slice(1))
    const camel = fc.array(capitalized, { minLength: 2, maxLength: 7 }).map(words => words.join(''))
    const piece = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 9 }).map(words => `${words.join(' ')}.`),
      camel.map(name => `const hf_${name} = get${name}(value)`),
      fc.tuple(camel, camel).map(([name, value]) => `${name}: ${value}, this.${name} = options.${value}`),
      fc.tuple(word, word, fc.nat(99)).map(parts => `name: "${parts.join('-')}"`),
      fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map(parts => `id=${parts.join('-')}`),
      hex(40).map(hash => `commit ${hash}`),
      hex(64).map(hash => `sha256:${hash}`),
      fc.nat(1e6).map(seed => `<img src="data:image/png;base64,iVBORw0KGgo${madeUp(300, BASE64, seed)}">`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        expect(findAll(pieces.join('\n'))).toEqual([])
      }),
      { numRuns: runs(60) },
    )
  })
})
