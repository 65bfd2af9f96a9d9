// The effective policy of a key or of the caller: what it may do, and what grants or limits that. Everything is read from where calls
// read it, so that what is shown is what is enforced.

import { controlScopes, roleFacts } from '../../../../schemas/generated/control-routes.ts'
import type {
  KeyPolicy,
  PolicyGuardrail,
  PolicyProvider,
  PolicyRule,
  PolicyScope,
} from '../../../../schemas/generated/control-types.ts'
import type {
  Gateway,
  Plan,
  PlanApiKey,
  PlanDefaults,
  PlanPool,
} from '../../../../schemas/generated/types.ts'
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { toJson } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import type { Principal, Scopes } from '../../core/principal.ts'
import { findProfile } from '../../limits/limit-profile.ts'
import { slugsOfPlan } from '../../plans/plan-graph.ts'
import { PROVIDERS_OF_WORKSPACE, providerOf } from '../../resources/providers/model.ts'
import { findMembership, personScopes, toPerson, USER } from '../members/model.ts'
import { findWorkspace, workspaceOwner } from '../workspaces/model.ts'
import { effectiveLimits, type OwnedLimits } from './effective-limits.ts'
import { mayKey } from './key-access.ts'
import { exhaustedKeys } from './key-budgets.ts'
import { keyOwner } from './key-limits.ts'
import { restrictionsOf } from './key-restrictions.ts'
import { API_KEY, API_KEY_FORM, type ApiKey, manifestKeyId } from './model.ts'
import type { KeyContext } from './routes.ts'
import { keyStatus } from './show-key.ts'

type Context = KeyContext

export const keyPolicyHandlers = {
  readKeyPolicy: async (request, context) => {
    const id = request.path['apiKeyId'] ?? ''
    const resource = context.replica?.get(API_KEY, id)
    if (resource !== undefined) {
      const key = API_KEY_FORM.read(resource)
      return mayKey(request.principal, 'read', key)
        ? { body: toJson(await policyOfSaved(key, context)), revision: resource.revision }
        : noKey(id)
    }
    const own = context.gateway.apiKeys.find(each => manifestKeyId(each.id, context.hash) === id)
    return own !== undefined &&
      mayKey(request.principal, 'read', { type: 'workspace-service', workspace: own.workspace, user: null })
      ? { body: toJson(await policyOfManifest(own, context)) }
      : noKey(id)
  },
  readOwnKeyPolicy: async ({ principal }, context) => {
    const { key: id } = principal
    const resource = id === undefined ? undefined : context.replica?.get(API_KEY, id)
    if (resource !== undefined)
      return {
        body: toJson(await policyOfSaved(API_KEY_FORM.read(resource), context)),
        revision: resource.revision,
      }
    const own =
      principal.type === 'api-key'
        ? context.gateway.apiKeys.find(each => each.id === principal.id)
        : undefined
    return {
      body: toJson(
        own === undefined ? await policyOfCaller(principal, context) : await policyOfManifest(own, context),
      ),
    }
  },
} satisfies SomeHandlers<Context>

const noKey = (id: string): Failure => failure('not_found', `There is no key ${quoted(id)}.`)

/** What decides about the calls of a key. */
interface CallSettings {
  readonly id: string
  readonly workspace: string
  readonly defaults: Pick<PlanDefaults, 'config'> | undefined
  readonly isForced: boolean
  readonly inlineConfigs: boolean | undefined
  readonly customHosts: boolean | undefined
  readonly inputGuardrails: readonly string[]
  readonly outputGuardrails: readonly string[]
  readonly aliases: Gateway['aliases']
  /** The slug of the limit profile of the key. */
  readonly limitProfile?: string | undefined
}

async function policyOfSaved(key: ApiKey, context: Context): Promise<KeyPolicy> {
  const { replica } = context
  const { workspace, user, defaults } = key
  const now = context.clock.now()
  const exhausted = await exhaustedKeys([key], context)
  const status = keyStatus(key, now, exhausted)
  const isDead = user !== null && workspace !== null && personScopes(replica, user, workspace) === undefined
  const lost = [...(defaults.input_guardrails ?? []), ...(defaults.output_guardrails ?? [])].filter(
    name => !Object.hasOwn(context.gateway.guardrails, name),
  )
  const held: Scopes | undefined =
    user === null || workspace === null
      ? 'all'
      : (personScopes(replica, user, workspace) ?? new Set<string>())
  const scopes =
    key.role === 'owner'
      ? [{ scope: '*', workspace: null, granted: true, because: 'the role of an owner' }]
      : scopesOf(key.scopes, workspace, held)
  const faults = [
    ...(status === 'disabled' ? ['It is disabled.'] : []),
    ...(status === 'expired' ? ['It has expired.'] : []),
    ...(status === 'exhausted' ? ['Its budget is used up.'] : []),
    ...(isDead ? ['Its person is disabled or not a member of the workspace.'] : []),
    ...(workspace === null ? ['Keys of the organisation call no models.'] : []),
    ...lost.map(name => `It names the guardrail ${quoted(name)}, which this gateway does not have.`),
    ...(key.limitProfile !== null && findProfile(context, key.limitProfile) === undefined
      ? [`Its limit profile ${quoted(key.limitProfile)} does not exist any more.`]
      : []),
  ]
  const settings: CallSettings | undefined =
    workspace === null
      ? undefined
      : {
          id: key.id,
          workspace,
          defaults: defaults.config_id ? { config: defaults.config_id } : undefined,
          isForced: defaults.allow_config_override === false,
          inlineConfigs: defaults.allow_inline_config === false ? false : undefined,
          customHosts: defaults.allow_custom_hosts === false ? false : undefined,
          inputGuardrails: defaults.input_guardrails ?? [],
          outputGuardrails: defaults.output_guardrails ?? [],
          aliases: context.gateway.aliases,
          limitProfile: key.limitProfile ?? undefined,
        }
  return {
    object: 'key_policy',
    subject: {
      type: 'key',
      id: key.id,
      name: key.name,
      owner: 'api',
      user_id: user,
      workspaces: workspace === null ? [] : [workspace],
      expires_at: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
    },
    status,
    ...(await decideCalls(settings, scopes, faults, [{ owner: keyOwner(key), source: 'the key' }], context)),
    ...(key.grants.length > 0 && { rules: [grantsRule(key)] }),
    restrictions: reasonsOf(principalOf(key), context),
  }
}

async function policyOfManifest(key: PlanApiKey, context: Context): Promise<KeyPolicy> {
  const { gateway } = context
  const settings: CallSettings = {
    id: key.id,
    workspace: key.workspace,
    defaults: key.defaults ?? gateway.defaults,
    isForced: key.configOverride === false,
    inlineConfigs: key.inlineConfigs,
    customHosts: key.customHosts,
    inputGuardrails: key.inputGuardrails ?? [],
    outputGuardrails: key.outputGuardrails ?? [],
    aliases: key.aliases ?? gateway.aliases,
    limitProfile: key.limitProfile,
  }
  const principal: Principal = {
    id: key.id,
    type: 'api-key',
    organisation: undefined,
    workspaces: new Map(),
  }
  return {
    object: 'key_policy',
    subject: {
      type: 'key',
      id: manifestKeyId(key.id, context.hash),
      name: key.id,
      owner: 'git',
      user_id: null,
      workspaces: [key.workspace],
      expires_at: null,
    },
    status: 'active',
    ...(await decideCalls(settings, scopesOf(key.scopes, key.workspace, 'all'), [], [], context)),
    restrictions: reasonsOf(principal, context),
  }
}

/** A person who signed in, an administrator, or anyone where the gateway needs no key. */
async function policyOfCaller(principal: Principal, context: Context): Promise<KeyPolicy> {
  const { replica } = context
  const { user, organisation, workspaces } = principal
  const person = user === undefined ? undefined : replica?.get(USER, user)
  const role = person && toPerson(person).role
  const whole: readonly PolicyScope[] =
    organisation === 'all'
      ? [
          {
            scope: '*',
            workspace: null,
            granted: true,
            because:
              principal.type === 'person'
                ? `the role ${role} in the organisation`
                : principal.type === 'anyone'
                  ? 'the gateway needs no key and has no owner'
                  : 'the key of the environment',
          },
        ]
      : []
  const scopes: readonly PolicyScope[] = [
    ...whole,
    ...[...workspaces].flatMap(([workspace, held]): readonly PolicyScope[] => {
      const because = `the role ${(user && findMembership(replica, workspace, user)?.role) ?? 'of a member'} in the workspace`
      return held === 'all'
        ? [{ scope: '*', workspace, granted: true, because }]
        : [...held].sort().map(scope => ({ scope, workspace, granted: true, because }))
    }),
  ]
  const isOpen = principal.type === 'anyone'
  const faults = isOpen ? [] : ['Models are called with a key.']
  const settings: CallSettings | undefined = isOpen
    ? {
        id: principal.id,
        workspace: 'default',
        defaults: context.gateway.defaults,
        isForced: false,
        inlineConfigs: undefined,
        customHosts: undefined,
        inputGuardrails: [],
        outputGuardrails: [],
        aliases: context.gateway.aliases,
      }
    : undefined
  return {
    object: 'key_policy',
    subject: {
      type: principal.type === 'person' ? 'person' : isOpen ? 'anyone' : 'administrator',
      id: principal.id,
      name: (person && toPerson(person).email) ?? principal.id,
      owner: null,
      user_id: user ?? null,
      workspaces: [...workspaces.keys()],
      expires_at: null,
    },
    status: 'active',
    ...(await decideCalls(settings, scopes, faults, [], context)),
    restrictions: [],
  }
}

/** That of a key of the organisation, which has no rules of calls. */
const grantsRule = ({ grants }: ApiKey): PolicyRule => ({
  name: 'grants',
  text: `It makes keys of workspaces with ${joinNames(grants, 'and')}.`,
  source: 'the key',
})

const principalOf = ({ id, role }: ApiKey): Principal => ({
  id,
  type: 'api-key',
  key: id,
  ...(role && { role }),
  organisation: undefined,
  workspaces: new Map(),
})

const reasonsOf = (principal: Principal, context: Context): readonly string[] => [
  ...new Set(restrictionsOf(principal, context).map(({ reason }) => reason)),
]

/** The scopes that a key names, with what they include. `held`: those of its person. */
function scopesOf(names: readonly string[], workspace: string | null, held: Scopes): readonly PolicyScope[] {
  const because = new Map<string, string>()
  for (const name of names) {
    const known =
      name === '*' ? controlScopes : controlScopes.filter(each => each.startsWith(name.slice(0, -1)))
    for (const scope of name === '*' || name.endsWith('.*') ? known : [name])
      if (!because.has(scope)) because.set(scope, scope === name ? 'the key' : `${name} of the key`)
  }
  for (const [scope, reason] of [...because])
    for (const included of roleFacts.includes[scope] ?? [])
      if (!because.has(included)) because.set(included, `${scope}, which includes it (${reason})`)
  return [...because].map(([scope, reason]) => {
    const granted = held === 'all' || held.has(scope)
    return {
      scope,
      workspace,
      granted,
      because: granted ? reason : 'the role of its person in the workspace does not have it',
    }
  })
}

type CallPolicy = Omit<KeyPolicy, 'object' | 'subject' | 'status' | 'restrictions'>

/** `settings`: undefined for callers that call no models. */
async function decideCalls(
  settings: CallSettings | undefined,
  scopes: readonly PolicyScope[],
  faults: readonly string[],
  owned: readonly OwnedLimits[],
  context: Context,
): Promise<CallPolicy> {
  const mayCall = scopes.some(({ scope, granted }) => granted && (scope === 'inference' || scope === '*'))
  const isOpen = settings?.id === 'anyone'
  const all = [
    ...faults,
    ...(mayCall || isOpen || settings === undefined ? [] : ['It lacks the scope inference.']),
  ]
  if (settings === undefined)
    return {
      ...{ calls: false, faults: all, scopes, rules: [], config: null, forced: false },
      ...{ providers: [], aliases: [], guardrails: [], limits: [] },
    }
  const { gateway } = context
  const config = settings.defaults?.config ?? null
  const plan = config === null ? undefined : context.plans[config]
  const workspace = findWorkspace(context, settings.workspace)?.workspace
  const limits = await effectiveLimits(
    settings,
    [
      ...owned,
      ...(workspace === undefined ? [] : [{ owner: workspaceOwner(workspace), source: 'the workspace' }]),
    ],
    context,
  )
  return {
    calls: all.length === 0,
    faults: all,
    scopes,
    rules: rulesOf(settings, gateway),
    config,
    forced: settings.isForced,
    providers: providersOf(settings, plan, context),
    aliases: Object.entries(settings.aliases ?? {}).map(([alias, { slug, model }]) => ({
      alias,
      model: slug === undefined ? model : `@${slug}/${model}`,
    })),
    guardrails: guardrailsOf(settings, plan, gateway),
    limits,
  }
}

function rulesOf(
  { defaults, isForced, inlineConfigs, customHosts }: CallSettings,
  gateway: Gateway,
): readonly PolicyRule[] {
  const config = defaults?.config
  const source = (own: boolean | undefined, wide: boolean | undefined): string =>
    own !== undefined ? 'the key' : wide !== undefined ? 'the manifest' : 'the default'
  return [
    {
      name: 'config',
      text:
        config === undefined
          ? isForced
            ? 'Calls may name no config and no provider.'
            : 'Calls name a config or a provider themselves.'
          : isForced
            ? `Calls use the config ${config}, and may name no other.`
            : `Calls that name nothing use the config ${config}.`,
      source: isForced
        ? 'the key'
        : config === undefined
          ? 'the default'
          : config === gateway.defaults?.config
            ? 'the manifest'
            : 'the key',
    },
    {
      name: 'inline configs',
      text:
        isForced || (inlineConfigs ?? gateway.inlineConfigs) === false
          ? 'Calls may not send configs in headers.'
          : 'Calls may send configs in headers.',
      source: isForced ? 'the key' : source(inlineConfigs, gateway.inlineConfigs),
    },
    {
      name: 'hosts',
      text:
        (customHosts ?? gateway.customHosts) === false
          ? 'Calls may not name hosts of providers.'
          : 'Calls may name hosts of providers.',
      source: source(customHosts, gateway.customHosts),
    },
  ]
}

function providersOf(
  { isForced, workspace }: CallSettings,
  plan: Plan | undefined,
  { gateway, replica }: Context,
): readonly PolicyProvider[] {
  const { pools = {} } = gateway
  const members = new Set(Object.entries(pools).flatMap(([slug, pool]) => ownMembers(slug, pool)))
  const all: readonly PolicyProvider[] = [
    ...Object.entries(gateway.providers)
      .filter(([slug]) => !members.has(slug))
      .map(([slug, { provider }]) => ({ slug, pool: false, provider, owner: 'git' as const })),
    ...Object.keys(pools).map(slug => ({ slug, pool: true, provider: null, owner: 'git' as const })),
    ...(replica?.find(PROVIDERS_OF_WORKSPACE, workspace) ?? [])
      .map(providerOf)
      .filter(({ slug }) => !Object.hasOwn(gateway.providers, slug))
      .map(({ slug, pool }) => ({ slug, pool: pool !== undefined, provider: null, owner: 'api' as const })),
  ]
  if (!isForced) return all
  const named = new Set(plan === undefined ? [] : slugsOfPlan(plan))
  return all.filter(({ slug }) => named.has(slug))
}

/** Providers that only exist as members of a pool. */
const ownMembers = (slug: string, { members }: PlanPool): readonly string[] =>
  members.map(member => member.slug).filter(name => name.startsWith(`${slug}.`))

/** Those of the gateway first, then of the key, then of the config, as calls run them. */
function guardrailsOf(
  { inputGuardrails, outputGuardrails, defaults }: CallSettings,
  plan: Plan | undefined,
  gateway: Gateway,
): readonly PolicyGuardrail[] {
  const from = (source: string, hook: PolicyGuardrail['hook'], ids: readonly string[]) =>
    ids.map(id => ({ id, hook, source }))
  const guards = (plan?.nodes ?? []).flatMap(node => (node.kind === 'guard' ? [node] : []))
  const ofConfig = `the config ${defaults?.config ?? ''}`
  const all = [
    ...from('the manifest', 'request', gateway.inputGuardrails),
    ...from('the key', 'request', inputGuardrails),
    ...from(
      ofConfig,
      'request',
      guards.flatMap(({ before }) => before.map(({ id }) => id)),
    ),
    ...from('the manifest', 'reply', gateway.outputGuardrails),
    ...from('the key', 'reply', outputGuardrails),
    ...from(
      ofConfig,
      'reply',
      guards.flatMap(({ after }) => after.map(({ id }) => id)),
    ),
  ]
  return all.filter(
    ({ id, hook }, index) => all.findIndex(each => each.id === id && each.hook === hook) === index,
  )
}
