// Replays a logged request through another config: where it would go, without calling anyone.
import type { Plan } from '../../../schemas/generated/types.ts'
import { asText, isObject, type Json, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { Handlers } from '../core/api-request.ts'
import type { ControlSources, WriteSources } from '../core/control-sources.ts'
import { compileConfig, textOfConfig } from '../resources/configs/compile-config.ts'
import { placeOfConfig } from '../resources/configs/routes.ts'
import { createStoredConfigs } from '../resources/configs/stored-configs.ts'
import type { ReferenceSources } from '../resources/secret-references/stored-references.ts'
import type { LogPortSources } from './log-ports.ts'
import type { LogSources, StoredRecord } from './log-store.ts'
import { openView } from './log-view.ts'
import { findLog, readBodiesOf } from './routes.ts'

type Context = WriteSources &
  Pick<ControlSources, 'plans' | 'prompts' | 'catalog'> &
  ReferenceSources &
  LogSources &
  LogPortSources

export const replayHandlers: Handlers<'replayLog', Context> = {
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
}

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
