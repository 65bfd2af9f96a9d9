// The routes of records of requests but their list: one record with its bodies, traces, and the values that filters may have. Records of requests that
// went past the gateway are stored, bodies of a workspace or of one user are erased, and a request is replayed through another config.

import type { LogInsert } from '../../../schemas/generated/control-types.ts'
import type { Plan } from '../../../schemas/generated/types.ts'
import { asText, isObject, type Json, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { linkRequestTags } from '../../gateway/request-tags.ts'
import { userIdentities } from '../../gateway/user-identity.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { chooseWorkspace, chooseWorkspaces } from '../access/workspaces/choose-workspace.ts'
import type { ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { commitChange } from '../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../core/control-sources.ts'
import { readTime } from '../core/read-time.ts'
import { compileConfig, textOfConfig } from '../resources/configs/compile-config.ts'
import { placeOfConfig } from '../resources/configs/routes.ts'
import { createStoredConfigs } from '../resources/configs/stored-configs.ts'
import type { ReferenceSources } from '../resources/secret-references/stored-references.ts'
import { outsideBodies, toIngestedRecord } from './ingested-record.ts'
import { isLogGroup } from './log-group.ts'
import type { LogPortSources } from './log-ports.ts'
import type {
  Facet,
  LogFilter,
  LogGroup,
  LoggedBodies,
  LogSources,
  LogStore,
  StoredRecord,
} from './log-store.ts'
import { isVisible, LOG_STORE_REQUIRED, noRecord, type OpenView, openView } from './log-view.ts'
import type { NameSources } from './named-filter.ts'
import { showLog } from './show-log.ts'

type Context = WriteSources &
  Pick<ControlSources, 'plans' | 'prompts' | 'partials' | 'catalog'> &
  ReferenceSources &
  LogSources &
  LogPortSources &
  NameSources

export const logHandlers = {
  readLog: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const found = await findLog(request, open)
    if (isFailure(found)) return found
    const wanted = request.query['bodies'] === true && found.hasBodies
    const bodies = wanted ? await readBodiesOf(request, context, open, found) : undefined
    if (bodies !== undefined && isFailure(bodies)) return bodies
    return { body: showLog(found, request.query['log_format'], bodies) }
  },
  readLogTrace: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const trace = request.path['traceId'] ?? ''
    const all = await open.logs.findTrace(trace, open.view.scope)
    const found = all.filter(each => isVisible(open.view, each))
    if (found.length === 0)
      return noRecord(open.logs, failure('not_found', `There is no trace ${quoted(trace)}.`))
    const format = request.query['log_format']
    return {
      body: {
        object: 'list',
        total: found.length,
        data: found.map(each => showLog(each, format, undefined)),
      },
    }
  },
  readLogFacets: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const facet = request.path['facet'] ?? ''
    if (facet !== 'metadata' && !isLogGroup(facet))
      return failure('not_found', `There are no values of ${quoted(facet)}.`)
    const { scope, keys } = open.view
    const now = context.clock.now()
    const from = now - (context.gateway.telemetry?.store?.records ?? now)
    const facets =
      keys === undefined
        ? await open.logs.facets(facet, scope)
        : await computeFacets(open.logs, facet, { scope, keys, from, to: now + 1 })
    const values = facets.map(({ value, lastSeen }) => ({
      value,
      last_seen: new Date(lastSeen).toISOString(),
    }))
    return { body: { object: 'list', total: values.length, data: values } }
  },
} satisfies SomeHandlers<Context>

/** The record that the path names, if the caller sees it. */
export async function findLog(
  { path }: Pick<ApiRequest, 'path'>,
  { logs, view }: OpenView,
): Promise<StoredRecord | Failure> {
  const id = path['logId'] ?? ''
  const found = await logs.find(id, view.scope)
  return found !== undefined && isVisible(view, found)
    ? found
    : noRecord(logs, failure('not_found', `There is no log ${quoted(id)}.`))
}

/** Who reads messages to a model is recorded before they are read. */
export async function readBodiesOf(
  request: ApiRequest,
  context: Context,
  { logs, view }: OpenView,
  { record }: StoredRecord,
): Promise<LoggedBodies | undefined | Failure> {
  const recorded = await commitChange(context, request, {
    action: 'read_bodies',
    resource: 'log',
    id: record.id,
    workspace: record.workspace ?? null,
    before: null,
    after: null,
    writes: [],
  })
  return isFailure(recorded) ? recorded : await logs.bodies(record.id, view.scope)
}

/** Records of the future would be the newest of every list. */
const MAX_AHEAD = 300_000

export const insertHandlers = {
  insertLogs: async (request, context) => {
    const { logs, logPorts, clock, randomId } = context
    if (logs === undefined || logPorts === undefined) return LOG_STORE_REQUIRED
    const { principal, bodies: inserts } = request
    const workspaces = chooseWorkspaces(inserts, request, context)
    if (isFailure(workspaces)) return workspaces
    const now = clock.now()
    const faults = timeFaults(inserts, now, context.gateway.telemetry?.store?.records ?? MAX_AGE)
    if (faults.length > 0)
      return failure('invalid_request', faults.slice(0, MAX_FAULTS).join(' '), { param: 'created_at' })
    const tagRequest = linkRequestTags()
    const records = inserts.map((insert, index) => {
      const workspace = workspaces[index] ?? ''
      const record = toIngestedRecord(
        insert,
        { key: principal.key ?? principal.id, workspace },
        { id: randomId(), now, price: logPorts.price, tagRequest, hash: context.hash },
      )
      return { record, kept: logPorts.keepBodies(workspace, outsideBodies(insert)) }
    })
    await logs.append({
      id: randomId(),
      lines: records.map(({ record }) => JSON.stringify(record)).join('\n'),
      bodies: records.flatMap(({ record, kept }) =>
        kept === undefined
          ? []
          : [
              {
                id: record.id,
                ...(kept.user !== undefined && { user: kept.user }),
                ...(kept.request && { request: kept.request }),
                ...(kept.response && { response: kept.response }),
              },
            ],
      ),
    })
    return { body: { status: 'success', ids: records.map(({ record }) => record.id), object: 'logs' } }
  },
} satisfies SomeHandlers<Context>

/** Without a setting of how long records are retained. */
const MAX_AGE = 90 * 86_400_000
/** Records whose times are named in one reply. */
const MAX_FAULTS = 10

/** A sentence for each record that no list would show, or all of them first: such times have tables of their own in the store. */
function timeFaults(inserts: readonly LogInsert[], now: number, age: number): readonly string[] {
  return inserts.flatMap(({ created_at: at }, index) => {
    const where = inserts.length === 1 ? '' : `Item ${index + 1} of the list: `
    const time = at === undefined ? now : readTime('created_at', at)
    if (isFailure(time)) return [`${where}${time.message}`]
    if (time > now + MAX_AHEAD) return [`${where}created_at is in the future.`]
    return time < now - age
      ? [
          `${where}created_at is more than ${Math.round(age / 86_400_000)} days ago, and such records are not retained.`,
        ]
      : []
  })
}

/** The entry of the audit log is written first: an erasure that fails in its middle is repeated, one that is not recorded is not. */
export const eraseHandlers = {
  eraseLogBodies: async (request, context) => {
    if (context.logs === undefined) return LOG_STORE_REQUIRED
    const workspace = chooseWorkspace(request, context, asText(request.query['workspace_id']))
    if (isFailure(workspace)) return workspace
    const named = asText(request.query['user'])
    const users = named === undefined ? undefined : userIdentities(named, context.hash)
    const user = users?.[0]
    const recorded = await commitChange(context, request, {
      action: 'erase_bodies',
      resource: 'log',
      id: user ?? workspace,
      workspace,
      before: null,
      after: { workspace, user: user ?? null },
      writes: [],
    })
    if (isFailure(recorded)) return recorded
    const erasures = users?.map(each => ({ workspace, user: each })) ?? [{ workspace }]
    let erased = 0
    for (const each of erasures) erased += await context.logs.erase(each)
    return { body: { erased, object: 'erasure' } }
  },
} satisfies SomeHandlers<Context>

export const replayHandlers = {
  replayLog: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    if (context.logPorts === undefined) return REPLAY_ELSEWHERE
    const found = await findLog(request, open)
    if (isFailure(found)) return found
    const plan = await findPlan(request.body['config'] ?? null, found.record.workspace ?? 'default', context)
    if (isFailure(plan)) return plan
    // Conditions that a caller chooses tell what they find in it.
    const bodies = found.hasBodies ? await readBodiesOf(request, context, open, found) : undefined
    if (bodies !== undefined && isFailure(bodies)) return bodies
    const body = bodies?.request && parseJson(new TextDecoder().decode(bodies.request))
    const outcomes = context.logPorts.replay(plan, { record: found.record, body })
    return {
      body: {
        object: 'replay',
        log_id: found.record.id,
        was: wentTo(found),
        decided: outcomes.length === 1 && outcomes[0]?.undecided.length === 0,
        outcomes: outcomes.map(
          ({ target, provider, model = null, share = null, steps, next, undecided }) => ({
            target,
            provider,
            model,
            share,
            steps: steps.map(step => ({ ...step })),
            next: next.map(each => ({ ...each })),
            undecided,
          }),
        ),
      },
    }
  },
  reproduceLog: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const { logPorts, gateway, plans, prompts, partials, catalog, servedPlan = '' } = context
    if (logPorts === undefined) return REPLAY_ELSEWHERE
    const found = await findLog(request, open)
    if (isFailure(found)) return found
    const { record } = found
    const bodies = found.hasBodies ? await readBodiesOf(request, context, open, found) : undefined
    if (bodies !== undefined && isFailure(bodies)) return bodies
    const body = bodies?.request && parseJson(new TextDecoder().decode(bodies.request))
    const named = record.config ?? ''
    const saved = Object.hasOwn(plans, named)
      ? undefined
      : await findPlan(named, record.workspace ?? 'default', context)
    const project = {
      ...{ gateway, prompts, partials, catalog },
      plans:
        saved === undefined || isFailure(saved) ? plans : { ...plans, [named.replace(/@\d+$/, '')]: saved },
    }
    const { problem, calls, differences, lacking, test } = await logPorts.reproduce({ record, body }, project)
    return {
      body: {
        object: 'reproduction',
        log_id: record.id,
        plan: servedPlan,
        is_same_plan: record.plan === servedPlan,
        problem: problem ?? null,
        differences,
        lacking,
        sent: calls.map(({ target, provider, model, body: sent, ...call }) => ({
          ...{ target: target ?? null, provider: provider ?? null, model: model ?? null },
          ...call,
          headers: { ...call.headers },
          ...(body !== undefined && sent !== undefined && { body: sent }),
        })),
        test: test ?? null,
      },
    }
  },
} satisfies SomeHandlers<Context>

const REPLAY_ELSEWHERE = failure('not_implemented', 'This process does not replay logs.')

const wentTo = ({ record }: StoredRecord): JsonObject => ({
  target: record.at ?? null,
  provider: record.slug === undefined ? (record.provider ?? null) : `@${record.slug}`,
  model: record.servedModel ?? record.model ?? null,
  steps: (record.steps ?? []).map(step => ({ ...step })),
  attempts: (record.attempts ?? []).map(({ at, provider, status }) => ({ target: at, provider, status })),
})

/** The plan of a config by its name, of a version, or of the config itself. */
async function findPlan(config: Json, workspace: string, context: Context): Promise<Plan | Failure> {
  const { plans, gateway, catalog, hash, store, replica, references } = context
  const compiler = { gateway, catalog, hash, references }
  const name = asText(config)
  if (isObject(config) || name?.trimStart().startsWith('{') === true) {
    const text = textOfConfig(config)
    const compiled = compileConfig(compiler, 'config', text, placeOfConfig(context, workspace, text))
    return isFailure(compiled) ? compiled : compiled.plan
  }
  if (name === undefined) return failure('invalid_request', 'config is missing.', { param: 'config' })
  if (Object.hasOwn(plans, name)) return plans[name] as Plan
  const unknown = failure('unknown_config', `There is no config ${quoted(name)}.`, { param: 'config' })
  if (store === undefined || replica === undefined) return unknown
  const stored = createStoredConfigs(store, replica, compiler)
  const at = name.lastIndexOf('@')
  const found =
    at > 0
      ? await stored.find(name.slice(0, at), name.slice(at + 1), workspace)
      : stored.inUse(name, workspace)
  if (found === undefined) return unknown
  return isFailure(found) ? found : found.plan
}

/** Values that are shown, and records that are read for the keys of their metadata. */
const MAX_VALUES = 1000

/** The values that filters may have, counted from the records that the caller sees: the dictionary of values does not know whose they are. */
async function computeFacets(
  logs: Pick<LogStore, 'groups' | 'list'>,
  name: LogGroup | 'metadata',
  filter: LogFilter,
): Promise<readonly Facet[]> {
  if (name === 'metadata') return await metadataKeys(logs, filter)
  const { groups } = await logs.groups({
    filter,
    by: name,
    sort: 'lastSeen',
    descending: true,
    offset: 0,
    limit: MAX_VALUES,
    percentiles: false,
  })
  return groups
    .filter(({ value }) => value !== '')
    .map(({ value, totals }) => ({ value, lastSeen: totals.lastSeen ?? filter.from }))
}

/** Those of the newest records. */
async function metadataKeys(logs: Pick<LogStore, 'list'>, filter: LogFilter): Promise<readonly Facet[]> {
  const { records } = await logs.list(filter, MAX_VALUES, undefined)
  const seen = new Map<string, number>()
  for (const { record } of records)
    for (const name of Object.keys(record.metadata ?? {}))
      if (!seen.has(name)) seen.set(name, Date.parse(record.time))
  return [...seen].map(([value, lastSeen]) => ({ value, lastSeen }))
}
