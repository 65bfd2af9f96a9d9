// The last net below requests: a bug that nothing has caught is logged and counted, and ends none of the other requests. Bugs of requests are
// caught where they arise; what arrives here was started without anyone waiting for it.
import type { GatewayEvent } from '../values/event.ts'

/** Rejections without a handler arrive as exceptions. To be called once the process serves: a start that fails ends it. */
export function catchBugs(
  notice: (event: GatewayEvent) => void,
  source: Pick<NodeJS.Process, 'on'> = process,
): void {
  source.on('uncaughtException', (bug: unknown) => {
    notice({ kind: 'bug', trace: '', bug })
  })
}
