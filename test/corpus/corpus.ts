// The configs whose behaviour stays the same within a minor line: those of the examples, of valid fixtures, and generated ones.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { compileGroups } from '../../compiler/cli/compile-groups.ts'
import { createTerminal } from '../../compiler/cli/terminal.ts'
import { compile } from '../../compiler/compile.ts'
import { STANDALONE } from '../../compiler/facts/environment.ts'
import { readJson } from '../../compiler/read/json.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import type { Config, Plan } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Json } from '../../schemas/values/json.ts'
import { configs } from '../support/arbitrary-config.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { compileCase, fixtureCases } from '../support/fixtures.ts'
import { files, folders, ROOT } from '../support/folder.ts'

export interface CorpusConfig {
  readonly id: string
  readonly plan: Plan
  /** The config as it is written: what requests compare is drawn from it. */
  readonly value: Json
  /** What the plan is made of; another text is another config, whose behaviour is its own. */
  readonly source: string
}

const GENERATED = 200
/** A third of what is drawn compiles. */
const DRAWN = 700

const EMPTY = /"(\$\w+|conditions)":\[\]|"\$[gl]te?":"x"/

/** What the compiler refuses anyway, seen at less cost: leaves without a provider, empty lists and operands that cannot be compared. */
const isRefused = (config: Config, isRoot = true): boolean => {
  const { targets, provider, virtual_key: key, passthrough, override_params: overrides } = config
  if (targets !== undefined)
    return config.strategy === undefined || targets.some(target => isRefused(target, false))
  const isNamed = provider !== undefined || key !== undefined || passthrough === true
  return !isRoot && !isNamed && !String(overrides?.['model']).startsWith('@')
}
const SEED = 20_261_127

const quiet = createTerminal(
  { stdout: { write: () => true }, stderr: { write: () => true }, env: {} },
  `${ROOT}examples`,
  () => 0,
  () => '2026-06-01',
)

/** The configs of the projects in `examples`, by their folders. */
export async function exampleConfigs(): Promise<readonly CorpusConfig[]> {
  const found: CorpusConfig[] = []
  for (const example of folders(`${ROOT}examples`)) {
    const folder = `${ROOT}examples/${example}`
    const manifest = files(folder).find(file => /^gateway\.(ya?ml|json|ts)$/.test(file))
    if (manifest === undefined) continue
    const groups = await compileGroups([example], 'check', quiet)
    if (typeof groups === 'number') throw new Error(`${example} has no config.`)
    const gateway = readFileSync(`${folder}/${manifest}`, 'utf8')
    for (const { plans, parsed } of groups)
      for (const [name, plan] of plans) {
        const value = parsed.get(name)?.value ?? null
        found.push({ id: `examples/${example}/${name}`, plan, value, source: gateway + canonicalJson(value) })
      }
  }
  return found
}

const ENDS = ['.yaml', '.json', '.gateway.yaml', '.prompt.yaml', '.partial.yaml']

/** The fixtures of diagnostics that compile: those of warnings and notes. */
export const fixtureConfigs = (): readonly CorpusConfig[] =>
  fixtureCases().flatMap(each => {
    const { bundle } = compileCase(each)
    const plan = bundle?.plans[each.name]
    if (plan === undefined) return []
    const names = [...ENDS.map(end => each.name + end), 'gateway.yaml']
    const texts = names.flatMap(name => each.texts.get(name) ?? [])
    const [first = ''] = texts
    const read = each.texts.has(`${each.name}.json`) ? readJson : readYaml
    const value = read({ name: each.name, text: first }, () => {})?.value ?? null
    return [{ id: `fixtures/${each.code}/${each.name}`, plan, value, source: texts.join('\n') }]
  })

/** Seeded ones of the generator, each named by its digest, so that a change of the generator only adds and removes. */
export const generatedConfigs = (): readonly CorpusConfig[] =>
  fc
    .sample(configs, { numRuns: DRAWN, seed: SEED })
    .flatMap(config => {
      const source = JSON.stringify(config)
      if (EMPTY.test(source) || isRefused(config)) return []
      const { plan } = compile({ name: 'generated.json', text: source }, realCatalog, STANDALONE, readJson)
      if (plan === undefined) return []
      return [{ id: `generated/${sha256(source).slice(0, 12)}`, plan, value: JSON.parse(source), source }]
    })
    .slice(0, GENERATED)
