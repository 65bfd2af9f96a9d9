// The sentences of the semantics, sections 1 to 12, and of the interface's Config object, each with configs that keep
// or break it: which diagnostics they get, and the plan where that is the point. What only shows in traffic is
// tested in test/runtime.
import { describe, expect, it } from 'vitest'
import { compile } from '../../../../compiler/compile.ts'
import type { CompileEnvironment } from '../../../../compiler/facts/environment.ts'
import { printPlan } from '../../../../compiler/plan/print-plan.ts'
import { readJson } from '../../../../compiler/read/json.ts'
import type { StaticBinding } from '../../../../schemas/generated/types.ts'
import { realCatalog } from '../../../support/catalog.ts'
import { isProbableMistake } from '../../../support/probable-mistakes.ts'

export const KEY = '${env:KEY}'
export const OPENAI = { provider: 'openai', api_key: KEY }
export const MOCK = { provider: 'mock' }

export const stored = (
  provider: string,
  baseUrl: string,
  credentials: StaticBinding['credentials'] = {},
): StaticBinding => ({
  from: 'own',
  provider,
  baseUrl,
  custom: false,
  credentials,
  settings: {},
  allowedOrigins: [],
})

export const ORIGIN = 'https://api.openai.com'
export const PROVIDERS = {
  main: stored('openai', `${ORIGIN}/v1`, { api_key: { source: 'env', name: 'KEY', origins: [ORIGIN] } }),
  gpu: stored('vllm', 'https://gpu.example.com/v1'),
}

export const among = (mode: string, targets: readonly unknown[], more: object = {}): object => ({
  strategy: { mode },
  targets,
  ...more,
})

/** A conditional with these queries, all of which lead to `a`. */
export const when = (...queries: readonly unknown[]): object => ({
  strategy: {
    mode: 'conditional',
    conditions: queries.map(query => ({ query, then: 'a' })),
    default: 'b',
  },
  targets: [
    { name: 'a', provider: 'mock' },
    { name: 'b', provider: 'mock', override_params: { model: 'b' } },
  ],
})

export interface Row {
  readonly sentence: string
  readonly config: unknown
  readonly codes?: readonly string[]
  readonly door?: CompileEnvironment['origin']
  /** Other files of the project. */
  readonly around?: Partial<CompileEnvironment>
  /** Lines of the printed plan, or parts of them. */
  readonly plan?: readonly string[]
}

/** What a text meets at a door. */
export function judge(
  text: string,
  door: CompileEnvironment['origin'],
  read = readJson,
  around: Partial<CompileEnvironment> = {},
) {
  const providers = door === 'file' ? {} : PROVIDERS
  const surroundings: CompileEnvironment = { origin: door, providers, trustedHosts: [], ...around }
  const { plan, diagnostics } = compile({ name: 'config', text }, realCatalog, surroundings, read)
  return {
    codes: diagnostics.map(({ code }) => code),
    plan: plan === undefined ? 'no plan' : printPlan(plan),
  }
}

/** Tells the sentences of a section, one test each. */
export function tell(section: string, rows: readonly Row[]): void {
  describe(section, () => {
    it.each(rows)('$sentence', ({ config, codes = [], door = 'project', plan = [], around }) => {
      const judged = judge(JSON.stringify(config), door, readJson, around)
      expect(judged.codes.filter(code => !isProbableMistake(code) || codes.includes(code))).toEqual(codes)
      for (const part of plan) expect(judged.plan).toContain(part)
    })
  })
}
