// What restricts a key: its own settings, and whatever else names it. A restricted key makes no keys, and changes nothing that
// restricts it, or the restriction would be its own choice.
import type { ControlRouteFact } from '../../../../schemas/generated/control-routes.ts'
import type { KeyDefaults } from '../../../../schemas/generated/control-types.ts'
import type { PlanApiKey } from '../../../../schemas/generated/types.ts'
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Principal } from '../../core/principal.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import { RATE_LIMIT, USAGE_LIMIT } from '../../limits/policy.ts'
import { MCP_INTEGRATION, MCP_SERVER } from '../mcp-kinds.ts'
import { API_KEY, API_KEY_FORM, type ApiKey } from './model.ts'

type Sources = Pick<ControlSources, 'gateway' | 'loadedAt' | 'replica'>

interface Restriction {
  /** For messages: "its rate_limits". */
  readonly reason: string
  /** Whether a config that the key may use could lift it. */
  readonly isOfConfigs: boolean
}

/** What restricts the key of a caller; empty for people and for keys of owners. */
export function restrictionsOf(principal: Principal, context: Sources): readonly Restriction[] {
  if (principal.type !== 'api-key' || principal.role === 'owner') return []
  const { id, key } = principal
  const resource = key === undefined ? undefined : context.replica?.get(API_KEY, key)
  const manifestKey =
    key === undefined ? context.gateway.apiKeys.find(each => each.id === principal.id) : undefined
  return [
    ...(resource ? restrictionsOfSaved(API_KEY_FORM.read(resource)) : []),
    ...(manifestKey ? restrictionsOfManifest(manifestKey) : []),
    ...restrictionsByPolicy(id, context),
    ...restrictionsByServer(id, context),
  ]
}

/** Why a key may not use a route that could lift what restricts it; undefined where it may. */
export function restrictedFrom(
  principal: Principal,
  { loosens, method, path }: Pick<ControlRouteFact, 'loosens' | 'method' | 'path'>,
  context: Sources,
): Failure | undefined {
  if (loosens === undefined || loosens === 'checked') return undefined
  const restrictions = restrictionsOf(principal, context)
  const lifted = restrictions.filter(({ isOfConfigs }) => loosens === 'all' || isOfConfigs)
  return lifted.length === 0 ? undefined : restricted(principal, lifted, `use ${method} ${path}`)
}

export const restricted = ({ id }: Principal, by: readonly Restriction[], action: string): Failure =>
  failure(
    'forbidden',
    `"${id}" is restricted by ${joinNames([...new Set(by.map(({ reason }) => reason))], 'and')}, so it may not ${action}. Use a key without restrictions, or sign in.`,
  )

const restrictionsOfSaved = ({
  rateLimits,
  usageLimits,
  limitProfile,
  defaults,
}: ApiKey): readonly Restriction[] => [
  ...when(rateLimits.length > 0, 'its rate_limits'),
  ...when(usageLimits !== null, 'its usage_limits'),
  ...when(limitProfile !== null, 'its limit_profile'),
  ...restrictionsOfDefaults(defaults),
]

const restrictionsOfDefaults = (defaults: KeyDefaults): readonly Restriction[] => [
  ...when(defaults.allow_config_override === false, 'allow_config_override: false', true),
  ...when(defaults.allow_inline_config === false, 'allow_inline_config: false', true),
  ...when(defaults.allow_custom_hosts === false, 'allow_custom_hosts: false', true),
  ...when(
    (defaults.input_guardrails ?? []).length + (defaults.output_guardrails ?? []).length > 0,
    'its guardrails',
  ),
]

const restrictionsOfManifest = (key: PlanApiKey): readonly Restriction[] => [
  ...restrictionsOfDefaults({
    ...(key.configOverride !== undefined && { allow_config_override: key.configOverride }),
    ...(key.inlineConfigs !== undefined && { allow_inline_config: key.inlineConfigs }),
    ...(key.customHosts !== undefined && { allow_custom_hosts: key.customHosts }),
    input_guardrails: key.inputGuardrails ?? [],
    output_guardrails: key.outputGuardrails ?? [],
  }),
  ...when(key.limitProfile !== undefined, 'its limit_profile'),
  ...when(key.mcp !== undefined, 'its list of MCP servers'),
  ...when(key.agents !== undefined, 'its list of agents'),
]

/** Active policies with the key as a condition, of the manifest and of the store. */
function restrictionsByPolicy(id: string, { gateway, replica }: Sources): readonly Restriction[] {
  const { rates = [], usages = [] } = gateway.policies ?? {}
  const ofManifest = [...rates, ...usages].find(({ conditions = [] }) =>
    conditions.some(({ key, values, excludes }) => key === KEY && excludes !== true && values.includes(id)),
  )
  const [saved] = POLICIES_OF_KEY.flatMap(index => replica?.find(index, id) ?? [])
  const name = ofManifest?.name ?? (saved && (asText(saved.value['name']) ?? saved.id))
  return when(name !== undefined, `the policy "${name}"`)
}

const KEY = 'api_key'

/** Active policies of the store, by the keys that their conditions name. */
const POLICIES_OF_KEY = [RATE_LIMIT, USAGE_LIMIT].map(
  (kind): ResourceIndex => ({
    kind,
    valuesOf: ({ value }) =>
      value['status'] === 'archived'
        ? []
        : asList(asObject(value['terms'])['conditions']).flatMap(condition => {
            const { key, value: named, excludes } = asObject(condition)
            return key === KEY && excludes !== true ? [named].flat().filter(isText) : []
          }),
  }),
)

const isText = (value: unknown): value is string => typeof value === 'string'

/** Capabilities that are switched off only for the key. */
function restrictionsByServer(id: string, { replica }: Sources): readonly Restriction[] {
  const isSwitched = SWITCHED_OFF.some(index => (replica?.find(index, `key:${id}`) ?? []).length > 0)
  return when(isSwitched, 'MCP capabilities that are switched off for it')
}

const SWITCHED_OFF = [MCP_INTEGRATION, MCP_SERVER].map(
  (kind): ResourceIndex => ({
    kind,
    valuesOf: ({ value }) => Object.keys(asObject(value['off'])).filter(name => name.startsWith('key:')),
  }),
)

const when = (holds: boolean, reason: string, isOfConfigs = false): readonly Restriction[] =>
  holds ? [{ reason, isOfConfigs }] : []
