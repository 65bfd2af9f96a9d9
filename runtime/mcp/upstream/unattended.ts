// Requests that the gateway makes itself: no client gets notifications meanwhile, and none can be asked.
import type { Exchange } from '../messages/exchange.ts'
import { methodNotFound } from '../messages/fault.ts'

export const UNATTENDED: Exchange = {
  notify: () => {},
  ask: method => Promise.resolve(methodNotFound(method)),
  cancellation: { cancelled: () => false, onCancel: () => () => {} },
}
