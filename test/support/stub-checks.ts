// Checks that tests make up, and the catalogue that knows them: what they find is written in the test.
import type { Catalog, CheckFacts } from '../../compiler/facts/catalog.ts'
import type {
  Check,
  CheckContext,
  CheckInput,
  CheckPorts,
  CheckResult,
} from '../../runtime/guardrails/check.ts'

export interface StubCheck
  extends Partial<Pick<CheckFacts, 'rewrites' | 'streaming' | 'readsTexts' | 'secrets' | 'address'>> {
  readonly evaluate: (
    subject: CheckInput,
    ports: CheckPorts,
    given: { readonly parameters: Readonly<Record<string, unknown>>; readonly context: CheckContext },
  ) => CheckResult | Promise<CheckResult>
}

export type StubChecks = Readonly<Record<string, StubCheck>>

/** The check of a stub, and before it those of the runtime. */
export const stubOr =
  (stubs: StubChecks, others: (id: string) => Check | undefined) =>
  (id: string): Check | undefined => {
    const stub = Object.hasOwn(stubs, id) ? stubs[id] : undefined
    if (stub === undefined) return others(id)
    return {
      link: (parameters, context) => (subject, ports) =>
        stub.evaluate(subject, ports, { parameters, context }),
    }
  }

export const withStubs = (catalog: Catalog, stubs: StubChecks): Catalog => ({
  ...catalog,
  checkNames: [...catalog.checkNames, ...Object.keys(stubs)].sort(),
  check: id => (Object.hasOwn(stubs, id) ? factsOf(id, stubs[id]) : catalog.check(id)),
})

const factsOf = (id: string, { evaluate: _, ...facts }: Partial<StubCheck> = {}): CheckFacts => ({
  id,
  title: id,
  description: 'A check of a test.',
  hooks: ['request', 'reply'],
  readsTexts: true,
  rewrites: false,
  streaming: true,
  timeLimit: 'timeout',
  secrets: [],
  slugs: [],
  parameters: { type: 'object', properties: {} },
  validate: () => true,
  ...facts,
})
