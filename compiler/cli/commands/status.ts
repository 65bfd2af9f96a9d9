// `portolan status`: what a store serves, and which runtimes have picked it up.

import { HEARTBEAT_TIMEOUT } from '../../../runtime/control/core/heartbeats.ts'
import type { Heartbeat, KindSize, ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { formatLabel } from '../../../runtime/control/releases/format-release.ts'
import { labelOf, readLabels } from '../../../runtime/control/releases/label.ts'
import { readHead } from '../../../runtime/control/releases/release.ts'
import { countingProcesses } from '../../../runtime/control/resources/policies/watch-counting.ts'
import { asList, asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { withoutControlsDeep } from '../../diagnostics/mask.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { fitText } from '../layout/fit-text.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'

/** Milliseconds without a heartbeat after which a runtime is not listed. */
const FORGOTTEN = 24 * 60 * 60 * 1000

export const statusCommand: Command = {
  usage: '[--store ADDRESS]',
  help: STORE_HELP,
  options: STORE_OPTIONS,
  run: async (positionals, values, terminal) => {
    if (positionals.length > 0) return usageError(terminal, 'The command takes no arguments.', 'status')
    return await useStore({ name: 'status', values, terminal }, async (store, project, isJson) => {
      const revision = await store.revision()
      const { latest } = await readHead(store, project)
      const labels = await readLabels(store, project)
      const now = Date.now()
      const heartbeats = await store.heartbeats()
      const sizes = await savedSizes(store)
      const apart = countingProcesses(heartbeats, now)
      const runtimes = heartbeats.filter(
        ({ at, value }) => value['project'] === project && now - at < FORGOTTEN,
      )
      terminal.writeStdout(
        isJson
          ? JSON.stringify({
              store: store.name,
              revision,
              latest,
              labels,
              saved: sizes,
              runtimes: runtimes.map(each => ({ ...each, running: isRunning(each, now) })),
            })
          : fitText(
              [
                `${store.name}: revision ${revision}, ${latest === 0 ? 'no release' : `last release ${latest}`}`,
                ...(sizes.length === 0 ? [] : [`saved by API: ${sizes.map(formatSize).join(', ')}`]),
                ...labels.map(each =>
                  formatLabel(each.id.slice(project.length + 1), withoutControlsDeep(labelOf(each))),
                ),
                ...(runtimes.length === 0 ? ['No runtime follows this store.'] : []),
                ...withoutControlsDeep(runtimes).flatMap(each => [
                  formatRuntime(each, now),
                  ...formatPools(each.value['pools']),
                ]),
                ...(apart < 2
                  ? []
                  : [
                      `${apart} processes count limits apart: "state: redis://HOST:6379" in gateway.yaml counts them together.`,
                    ]),
              ].join('\n'),
              terminal.width,
            ),
      )
      return EXIT.clean
    })
  },
}

/** What clients of the API have saved, the largest kinds first. */
async function savedSizes({ sizes }: ResourceStore): Promise<readonly KindSize[]> {
  const found = (await sizes?.()) ?? []
  const { SAVED_KINDS } = await import('../../../runtime/control/kinds.ts')
  return found.filter(({ kind }) => SAVED_KINDS.includes(kind))
}

const formatSize = ({ kind, count, bytes }: KindSize): string =>
  `${count} ${kind} (${bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`})`

const isRunning = ({ at }: Heartbeat, now: number): boolean => now - at <= HEARTBEAT_TIMEOUT

function formatRuntime(heartbeat: Heartbeat, now: number): string {
  const { id, value, at } = heartbeat
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  const seen = isRunning(heartbeat, now) ? `running, seen ${seconds} s ago` : `silent for ${seconds} s`
  const { deployment } = value
  const fleet = typeof deployment === 'string' ? `deployment ${deployment}, ` : ''
  return `runtime ${id}: ${seen}, ${fleet}${String(value['label'])}, plan ${String(value['plan']).slice(0, 12)}, revision ${String(value['revision'])}`
}

/** One line for each member of the pools that a runtime reports. */
const formatPools = (pools: Json | undefined): readonly string[] =>
  Object.entries(asObject(pools)).flatMap(([pool, members]) =>
    Object.entries(asObject(members)).map(
      ([name, member]) => `  @${pool}.${name}: ${formatMember(asObject(member))}`,
    ),
  )

function formatMember({
  state,
  rest,
  resting_models: models,
  in_flight: calls,
  share,
  latency,
  quota,
}: JsonObject): string {
  const percent = (part: Json | undefined): string => `${Math.round(Number(part) * 100)}%`
  return [
    rest === undefined ? String(state) : `${state} for ${Math.ceil(Number(rest) / 1000)} s`,
    ...(models === undefined ? [] : [`without ${asList(models).join(', ')}`]),
    `${percent(share)} of the calls of a minute`,
    `${calls} in flight`,
    ...(latency === undefined ? [] : [`${latency} ms to content`]),
    ...(quota === undefined ? [] : [`${percent(quota)} of its quota left`]),
  ].join(', ')
}
