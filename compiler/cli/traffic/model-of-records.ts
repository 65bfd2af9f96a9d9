// The traffic model of a log of requests, for one config: those of its records that named it.
import type { Plan } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { Terminal } from '../terminal.ts'
import { createTrafficObserver, MAX_KINDS } from './observe-traffic.ts'
import { readRequestLog } from './read-request-log.ts'
import type { ModelRead, ReadModel } from './simulate-traffic.ts'

export interface RecordedTraffic {
  readonly file: string
  /** The config; the only one of the project where undefined. */
  readonly config: string | undefined
  /** Of the version that is compared: what its conditions read distinguishes requests too. */
  readonly otherPlans: ReadonlyMap<string, Plan>
}

/** Reads the log once: another version of the project meets the same requests. */
export function modelOfRecords(traffic: RecordedTraffic, terminal: Terminal): ReadModel {
  let known: Promise<ModelRead> | undefined
  return async ({ plans }) => {
    // Its lines are reported once.
    if (known !== undefined) return { ...(await known), diagnostics: [] }
    known = observe(traffic, plans, terminal)
    return await known
  }
}

async function observe(
  { file, config, otherPlans }: RecordedTraffic,
  plans: ReadonlyMap<string, Plan | undefined>,
  terminal: Terminal,
): Promise<ModelRead> {
  const ids = [...plans.keys()]
  const id = config ?? (ids.length === 1 ? ids[0] : undefined)
  const plan = id === undefined ? undefined : plans.get(id)
  if (id === undefined || plan === undefined) {
    const sentence =
      id === undefined
        ? `Name one of ${pluralize(ids.length, 'config')} with --config: ${joinNames(ids.slice(0, 10), 'or')}.`
        : `The project has no config ${quoteName(id)}.${didYouMean(suggest(id, ids))}`
    return { diagnostics: [], sentences: [sentence] }
  }
  const other = otherPlans.get(id)
  const observer = createTrafficObserver(other === undefined ? [plan] : [plan, other])
  const { diagnostics, records, fault } = await readRequestLog(file, terminal.folder, request => {
    if (request.config === id) observer.add(request)
  })
  if (fault !== undefined) return { diagnostics, sentences: [`${file}: ${fault}`] }
  const { model, records: used, merged } = observer.observed()
  if (used === 0)
    return {
      diagnostics,
      sentences: [
        `${file} has ${pluralize(records, 'record')}, and none of a request of the config ${quoteName(id)}.`,
      ],
    }
  terminal.writeStderr(
    `${pluralize(used, 'record')} of ${quoteName(id)}, of ${records} in ${file}: ${model.rate ?? 'unknown'} requests per second`,
  )
  if (merged > 0)
    terminal.writeStderr(
      `Only ${MAX_KINDS} request kinds are modelled separately: ${pluralize(merged, 'record')} of others count as short chats without metadata.`,
    )
  return { model, config: id, diagnostics, sentences: [] }
}
