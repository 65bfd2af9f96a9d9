// D14: a config that compiled keeps compiling to a plan that behaves the same. The recorded behaviour is only rewritten (`UPDATE=1`)
// for configs that are new or changed themselves, and where a change of behaviour was intended and listed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FORMAT } from '../../compiler/plan/upgrade-bundle.ts'
import { behaviourOf, behaviourRuns, firstDifference, traceOf } from '../support/behaviour.ts'
import { sha256 } from '../support/bundle.ts'
import { ROOT } from '../support/folder.ts'
import { type CorpusConfig, exampleConfigs, fixtureConfigs, generatedConfigs } from './corpus.ts'

/** Intended changes of what configs do, in a sentence each: with a new one, `UPDATE=1` also rewrites what behaves differently. */
const INTENDED: readonly string[] = []

const SEED = 20_261_127
const FILE = `${ROOT}test/corpus/behaviour.json`

interface Recorded {
  readonly format: number
  /** How many intended changes it was written after. */
  readonly intended: number
  /** By the name of a config, the digest of its sources and those of its runs. */
  readonly configs: Readonly<Record<string, string>>
}

const NONE: Recorded = { format: 0, intended: 0, configs: {} }
const recorded: Recorded = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : NONE

const sourceOf = (entry: string): string => entry.split(' ')[0] ?? ''
const runsOf = (entry: string): string => entry.split(' ')[1] ?? ''

const entryOf = ({ plan, value, source }: CorpusConfig): string =>
  `${sha256(source).slice(0, 8)} ${behaviourOf(plan, behaviourRuns(value, SEED))}`

/** The sentences about configs that behave differently, with the first request that shows it. */
function differences(corpus: readonly CorpusConfig[], before: Recorded['configs']): readonly string[] {
  return corpus.flatMap(config => {
    const known = before[config.id]
    const now = entryOf(config)
    if (known === undefined || known === now || sourceOf(known) !== sourceOf(now)) return []
    const run = behaviourRuns(config.value, SEED)[firstDifference(runsOf(known), runsOf(now)) ?? 0]
    const shown = run && JSON.stringify({ ...run, now: traceOf(config.plan, run) })
    return [`${config.id} behaves differently, first at ${shown}`]
  })
}

describe('what configs do', async () => {
  const corpus = [...(await exampleConfigs()), ...fixtureConfigs(), ...generatedConfigs()]
  const now = Object.fromEntries(corpus.map(config => [config.id, entryOf(config)]))

  it('is the same as before, unless a change is intended', () => {
    const mayChange = recorded.format !== FORMAT || recorded.intended < INTENDED.length
    if (process.env['UPDATE'] !== '1' || !mayChange) expect(differences(corpus, recorded.configs)).toEqual([])
    if (process.env['UPDATE'] !== '1') return
    const written: Recorded = { format: FORMAT, intended: INTENDED.length, configs: now }
    writeFileSync(FILE, `${JSON.stringify(written, null, 1)}\n`)
  })

  it('is recorded of every example, valid fixture and generated config (else run with UPDATE=1)', () => {
    const { configs } = process.env['UPDATE'] === '1' ? { configs: now } : recorded
    expect(Object.keys(configs).sort()).toEqual(Object.keys(now).sort())
    const changed = Object.keys(now).filter(id => sourceOf(now[id] ?? '') !== sourceOf(configs[id] ?? ''))
    expect(changed).toEqual([])
    expect(Object.keys(now).filter(id => id.startsWith('generated/')).length).toBeGreaterThan(150)
  })

  it('is told apart: a retry less, another order of targets and another weight are seen', () => {
    const of = (retries: number, order: readonly string[], weight: number): CorpusConfig => {
      const { plan, value } = corpus.find(({ id }) => id === 'examples/resilience/chat') ?? expect.fail()
      const nodes = plan.nodes.map(node => {
        if (node.kind === 'call') return { ...node, attempt: { ...node.attempt, retries } }
        const children = order[0] === 'last' ? node.children.toReversed() : node.children
        if (node.kind === 'loadbalance')
          return { ...node, draw: { ...node.draw, weights: node.draw.weights.map(each => each * weight) } }
        return node.kind === 'fallback' ? { ...node, children } : node
      })
      return { id: 'x', plan: { ...plan, nodes } as typeof plan, value, source: '' }
    }
    const plain = { x: entryOf(of(1, ['first'], 1)) }
    expect(differences([of(1, ['first'], 1)], plain)).toEqual([])
    expect(differences([of(0, ['first'], 1)], plain)).toHaveLength(1)
    expect(differences([of(1, ['last'], 1)], plain)).toHaveLength(1)
  })
})
