// Which log messages of a server a client wants: a modern client has the lowest level in each request, and wants none if it has
// nothing.
import { asText } from '../../../schemas/values/json.ts'
import type { RpcNotification } from './message.ts'

/** From the least to the most severe, as RFC 5424 has them. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** Whether a notification is none of the log, or severe enough. */
export function isLogWanted({ method, params }: RpcNotification, from: string | undefined): boolean {
  if (method !== 'notifications/message') return true
  return from !== undefined && LEVELS.indexOf(asText(params['level']) ?? '') >= LEVELS.indexOf(from)
}
