// Who may call the gateway, and what each may choose: without keys anyone, else the keys of the manifest, and keys of the store that
// are not known here.
import type { Gateway, PlanApiKey } from '../../../schemas/generated/types.ts'

export interface FlowCaller {
  /** The id of a key, in words for the others. */
  readonly name: string
  /** Undefined where it may be any. */
  readonly workspace: string | undefined
  readonly customHosts: boolean
  readonly inlineConfigs: boolean
  /** Whether it may name a provider, and configs besides its default. */
  readonly choosesRoutes: boolean
}

export const NO_KEY = 'anyone'
export const STORED_KEY = 'a key of the store'

export type CallerFacts = Pick<
  Gateway,
  'apiKeys' | 'authentication' | 'customHosts' | 'inlineConfigs' | 'store'
>

/** Those that may call providers. */
export const callersOf = (gateway: CallerFacts): readonly FlowCaller[] =>
  everyCaller(gateway, ({ scopes }) => scopes.includes('inference'))

/** Those whose requests are not refused before they are read, such as keys that may only list models. */
export function everyCaller(
  gateway: CallerFacts,
  mayCall: (key: PlanApiKey) => boolean = () => true,
): readonly FlowCaller[] {
  const { apiKeys, authentication, customHosts = true, inlineConfigs = true, store } = gateway
  const anyone = { workspace: undefined, customHosts, inlineConfigs, choosesRoutes: true }
  const callers: FlowCaller[] = apiKeys.filter(mayCall).map(key => ({
    name: key.id,
    workspace: key.workspace,
    customHosts: key.customHosts ?? customHosts,
    inlineConfigs: key.inlineConfigs ?? inlineConfigs,
    choosesRoutes: key.configOverride !== false,
  }))
  if (apiKeys.length === 0 && authentication !== 'required') callers.push({ name: NO_KEY, ...anyone })
  if (store !== undefined) callers.push({ name: STORED_KEY, ...anyone })
  return callers
}
