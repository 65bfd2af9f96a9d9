// Settings of the manifest that a running process does not change: a new bundle changes them only after a restart.
import type { Gateway } from '../../schemas/generated/types.ts'

/** Limits of objects that are created once, when the gateway starts. */
const FIXED_LIMITS = [
  'body_timeout',
  'buffered_bytes',
  'cache_bytes',
  'cache_entries',
  'client_connections',
  'concurrent_requests',
  'connect_timeout',
  'connections',
  'drain_delay',
  'drain_timeout',
  'header_bytes',
  'reply_header_bytes',
] as const

/** Sinks, which are opened once, by the names of their settings. */
const SETTING_NAMES = {
  file: 'log_file',
  store: 'log_store',
  http: 'log_http',
  otlp: 'otlp',
  bodies: 'bodies',
} as const
const FIXED_TELEMETRY = Object.keys(SETTING_NAMES) as (keyof typeof SETTING_NAMES)[]

/** Settings of a new manifest that take effect only after a restart, one sentence each. */
export function changedFixedSettings(before: Gateway, after: Gateway): readonly string[] {
  const changed = FIXED_LIMITS.filter(name => before.limits[name] !== after.limits[name]).map(
    name => `limits.${name}`,
  )
  if (before.listen.host !== after.listen.host || before.listen.port !== after.listen.port)
    changed.push('listen')
  if (JSON.stringify(before.listen.tls) !== JSON.stringify(after.listen.tls)) changed.push('listen.tls')
  if (JSON.stringify(before.listen.admin) !== JSON.stringify(after.listen.admin)) changed.push('listen.admin')
  // Whether it only shows, and how long sessions last, follow a new manifest at once.
  const consoleOf = ({ console }: Gateway) => JSON.stringify([console !== undefined, console?.listen])
  if (consoleOf(before) !== consoleOf(after)) changed.push('console')
  if (JSON.stringify(before.outbound) !== JSON.stringify(after.outbound)) changed.push('outbound')
  if (before.log !== after.log) changed.push('telemetry.log')
  for (const name of FIXED_TELEMETRY)
    if (JSON.stringify(before.telemetry?.[name]) !== JSON.stringify(after.telemetry?.[name]))
      changed.push(`telemetry.${SETTING_NAMES[name]}`)
  if (JSON.stringify(before.state) !== JSON.stringify(after.state)) changed.push('state')
  if (JSON.stringify(before.store) !== JSON.stringify(after.store)) changed.push('store')
  if (JSON.stringify(before.encryptionKey) !== JSON.stringify(after.encryptionKey))
    changed.push('encryption_key')
  const metricsOf = ({ metrics, metricsListen }: Gateway) => JSON.stringify([metrics, metricsListen])
  if (metricsOf(before) !== metricsOf(after)) changed.push('telemetry.metrics')
  if (JSON.stringify(before.semantic?.vectors) !== JSON.stringify(after.semantic?.vectors))
    changed.push('cache.semantic.vectors')
  return changed.map(name => `The new value of ${name} takes effect after a restart.`)
}
