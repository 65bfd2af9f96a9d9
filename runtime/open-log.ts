// The log of requests, where the manifest or the command line says.
import type { Bundle } from '../schemas/generated/types.ts'
import type { StartOptions } from './start-runtime.ts'
import { createLog, type Log, SILENT } from './telemetry/log.ts'
import type { Ports } from './values/ports.ts'

export function openLog(
  { logTo }: Pick<StartOptions, 'logTo'>,
  { gateway }: Bundle,
  { clock }: Pick<Ports, 'clock'>,
): Log {
  const destination = logTo ?? gateway.log
  if (destination === 'none') return SILENT
  const stream =
    destination === 'stdout' ? process.stdout : destination === 'stderr' ? process.stderr : destination
  return createLog({
    write: stream.write.bind(stream),
    drained: action => void stream.once('drain', action),
    after: clock.after,
  })
}
