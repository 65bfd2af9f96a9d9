// A runtime reads the bundle format before its own, so that a fleet is upgraded one runtime at a time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeBundle } from '../../../compiler/plan/decode.ts'
import { printPlan } from '../../../compiler/plan/print-plan.ts'
import { sha256 } from '../../support/bundle.ts'
import { ROOT } from '../../support/folder.ts'

/** Written by the compiler of format 1: a fallback over a load balancer and a condition, with retries, cache and guard. */
const BEFORE = readFileSync(join(ROOT, 'test/compiler/plan/format-1.plan.json'), 'utf8')

describe('a bundle of format 1', () => {
  it('is read, under the digest that names it', () => {
    const { bundle, errors } = decodeBundle(BEFORE, sha256)
    expect(errors).toBeUndefined()
    expect(bundle).toMatchObject({ format: 2, digest: JSON.parse(BEFORE).digest })
    const plan = bundle?.plans['nested'] ?? expect.fail()
    expect(new Set(plan.nodes.map(({ kind }) => kind))).toEqual(
      new Set(['cache', 'call', 'conditional', 'fallback', 'guard', 'loadbalance']),
    )
    expect(printPlan(plan)).toMatch(/fallback.*429.*\n[\s\S]*loadbalance[\s\S]*conditional/)
  })

  it('is refused when it was changed after it was compiled', () => {
    const changed = BEFORE.replace('"maxWords": 10', '"maxWords": 1000')
    expect(changed).not.toBe(BEFORE)
    expect(decodeBundle(changed, sha256).errors).toEqual([
      expect.stringContaining('The digest does not match'),
    ])
  })
})

const OLDER = 'Run "portolan compile" in its project with this version.'
const NEWER = 'It was compiled by a newer version: upgrade this one.'

it.each([
  [0, OLDER],
  [3, NEWER],
  [99, NEWER],
])('a bundle of format %i is refused with what helps', (format, advice) => {
  const text = JSON.stringify({ ...JSON.parse(BEFORE), format })
  expect(decodeBundle(text, sha256).errors).toEqual([
    `The bundle has the format ${format}; this version reads the formats 1 and 2. ${advice}`,
  ])
})
