// A sound reply that is cut at any byte, and what is to come of it.
import { broken, type Fault, invalid, REPLY, unreachable } from './fault.ts'
import { DONE, FIRST, sound, soundHead } from './replies.ts'
import type { Mode } from './scripted-provider.ts'

/** A sound reply that is cut after each of these shares of its bytes. How it ends depends on what had been sent. */
export const cutAt = (position: number): Fault => ({
  name: `cut at ${position}`,
  script: mode => [sound(mode).slice(0, offset(mode, position)), 'END'],
  whole: offset('whole', position) < soundHead('whole').length ? unreachable('reset') : invalid('cut'),
  stream: cutStream(offset('stream', position)),
})

/** `position` is in thousandths. */
const offset = (mode: Mode, position: number): number => Math.floor((position * sound(mode).length) / 1000)

function cutStream(at: number): Fault['stream'] {
  const bytes = sound('stream').slice(0, at)
  if (at < soundHead('stream').length) return unreachable('reset')
  if (bytes.includes(DONE.trim()) || bytes.includes('"finish_reason":"stop"}]}\n\n')) return REPLY
  // An event has arrived when the empty line behind it has.
  return bytes.includes(`${FIRST}`) ? broken('cut') : invalid('cut')
}
