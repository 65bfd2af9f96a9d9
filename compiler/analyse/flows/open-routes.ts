// What callers may do beside the configs of the project: name a provider, send a config of their own, use what was saved by API, render a
// prompt. Every permitted caller has these flows, whatever the configs say.
import type { Gateway, GuardUse, Plan, PlanPrompt } from '../../../schemas/generated/types.ts'
import { createPlanBuilder } from '../../plan/plan-builder.ts'
import { callersOf, type FlowCaller } from './callers.ts'
import { carriedContent, type Destination, type Flow, type Opening, toUnknown } from './flow.ts'
import { withHops } from './hops.ts'
import { flowsOfRoutes } from './plan-flows.ts'
import type { FlowCatalog } from './target-flows.ts'

/** A flow that a caller may cause without a config of the project. */
export interface OpenFlow extends Flow {
  /** The id of a key, or who else. */
  readonly caller: string
}

export function openFlows(
  gateway: Gateway,
  catalog: FlowCatalog,
  prompts: Readonly<Record<string, PlanPrompt>>,
): readonly OpenFlow[] {
  const flows = callersOf(gateway).flatMap(caller =>
    [
      ...(caller.choosesRoutes ? chosenFlows(gateway, catalog, caller) : []),
      ...promptFlows(gateway, catalog, prompts, caller),
    ].map((flow): OpenFlow => ({ ...flow, caller: caller.name })),
  )
  // One caller is enough for each.
  return [
    ...new Map(flows.toReversed().map(flow => [JSON.stringify({ ...flow, caller: '' }), flow])).values(),
  ].reverse()
}

/** A config in a header, in an example. */
const INLINE: Opening = { config: '{"provider":"openai","custom_host":"https://elsewhere.example"}' }
const INLINE_WITHOUT_HOST: Opening = { config: '{"provider":"openai"}' }
const SAVED: Opening = { config: 'saved-by-api' }

function chosenFlows(gateway: Gateway, catalog: FlowCatalog, caller: FlowCaller): readonly Flow[] {
  const context = { gateway, catalog, mayNameHosts: caller.customHosts, mayNameProviders: true }
  const { routes } = flowsOfRoutes(openPlan(gateway, { from: 'request' }), context)
  return [
    ...routes.flatMap(({ flows }) => flows),
    ...withHops(
      [
        ...(caller.inlineConfigs ? inlineFlows(gateway, catalog, caller) : []),
        ...(gateway.store === undefined ? [] : savedFlows(gateway)),
      ],
      gateway.outbound,
      catalog,
    ),
  ]
}

/** A config in a header names any provider, and checks with services of its own; it references named guards. */
function inlineFlows(gateway: Gateway, catalog: FlowCatalog, caller: FlowCaller): readonly Flow[] {
  const opening = caller.customHosts ? INLINE : INLINE_WITHOUT_HOST
  const everything = [
    carriedContent('messages'),
    carriedContent('files'),
    carriedContent('metadata.*'),
    carriedContent('headers.*'),
  ]
  const guards = Object.entries(gateway.guardrails)
  const guarded = openPlan(
    gateway,
    { from: 'request' },
    guards.map(([, guard]) => guard),
  )
  const byReference = flowsOfRoutes(guarded, {
    gateway,
    catalog,
    mayNameHosts: false,
    mayNameProviders: true,
  })
    .routes.flatMap(({ flows }) => flows)
    .filter(({ by }) => by.kind === 'check')
  return [
    ...everything.map(
      (carried): Flow => ({
        carried,
        to: { kind: 'chosen', by: 'inline config' },
        by: { kind: 'target' },
        opening,
      }),
    ),
    ...byReference.map(flow => ({
      ...flow,
      opening: { config: `{"input_guardrails":["${flow.by.kind === 'check' ? flow.by.guard : ''}"]}` },
    })),
  ]
}

/** Configs, providers and checks that were saved by API name any host; they use secrets of the manifest that are read from a manager. */
function savedFlows({ secretReferences = {} }: Gateway): readonly Flow[] {
  const to: Destination = { kind: 'chosen', by: 'saved object' }
  const everything = [
    carriedContent('messages'),
    carriedContent('files'),
    carriedContent('metadata.*'),
    carriedContent('headers.*'),
  ]
  return [
    ...everything.map((carried): Flow => ({ carried, to, by: { kind: 'target' }, opening: SAVED })),
    ...Object.entries(secretReferences).flatMap(([slug, { allowedOrigins }]): readonly Flow[] =>
      allowedOrigins === undefined
        ? [
            {
              carried: { kind: 'secret', secret: `secret:${slug}` },
              to,
              by: { kind: 'target' },
              opening: SAVED,
            },
          ]
        : [],
    ),
  ]
}

/** A prompt names its provider, also for keys that may not. Those with a config have the flows of that config. */
function promptFlows(
  gateway: Gateway,
  catalog: FlowCatalog,
  prompts: Readonly<Record<string, PlanPrompt>>,
  { customHosts }: FlowCaller,
): readonly Flow[] {
  return Object.entries(prompts).flatMap(([id, { provider }]) => {
    if (provider === undefined) return []
    const opening = { prompt: id }
    if (!provider.startsWith('@')) {
      const baseUrl = catalog.provider(provider)?.baseUrl
      const to =
        baseUrl === undefined
          ? toUnknown(`the prompt ${id} names a provider without a fixed address`)
          : undefined
      return to === undefined
        ? flowsOfRoutes(openPlan(gateway, ownBinding(provider, baseUrl ?? '')), {
            gateway,
            catalog,
            mayNameHosts: customHosts,
            mayNameProviders: true,
          }).routes.flatMap(({ flows }) =>
            flows.map(flow => ({ ...flow, opening: { ...opening, ...flow.opening } })),
          )
        : [{ carried: carriedContent('messages'), to, by: { kind: 'prompt' as const }, opening }]
    }
    const plan = openPlan(gateway, { from: 'slug', slug: provider.slice(1) })
    return flowsOfRoutes(plan, {
      gateway,
      catalog,
      mayNameHosts: customHosts,
      mayNameProviders: true,
    }).routes.flatMap(({ flows }) =>
      flows.map(flow => ({ ...flow, opening: { ...opening, ...flow.opening } })),
    )
  })
}

type Binding = Extract<Plan['nodes'][number], { kind: 'call' }>['binding']

const ownBinding = (provider: string, baseUrl: string): Binding => ({
  from: 'own',
  provider,
  baseUrl,
  custom: false,
  credentials: {},
  settings: {},
  allowedOrigins: [],
})

/** One call with the guards of the gateway around it. */
function openPlan(gateway: Gateway, binding: Binding, more: readonly GuardUse[] = []): Plan {
  const { add, finish } = createPlanBuilder()
  const named = (ids: readonly string[]): readonly GuardUse[] =>
    ids.flatMap(id => (Object.hasOwn(gateway.guardrails, id) ? (gateway.guardrails[id] ?? []) : []))
  const call = add({
    kind: 'call',
    children: [],
    binding,
    attempt: { retries: 0, onStatus: [], useRetryAfter: false },
    overrides: {},
    forward: [],
    strict: true,
  })
  const [before, after] = [[...named(gateway.inputGuardrails), ...more], named(gateway.outputGuardrails)]
  return finish(
    before.length + after.length === 0
      ? { path: '', node: call }
      : { path: '', node: add({ kind: 'guard', children: [{ path: '', node: call }], before, after }) },
  )
}
