// A fixed piece of work, whose time says how fast the machine is while tests run: the time of a tier as a multiple of it grows when the
// tier does, and not when the machine is slower.
import { createHash } from 'node:crypto'

const RECORDS = Array.from({ length: 8_000 }, (_, at) => ({ id: at, name: `a name of ${at}` }))
/** About a second on a core of 2026. */
const TURNS = 600

/** Seconds of the work. */
export function calibrate(): number {
  const start = performance.now()
  let digest = ''
  for (let turn = 0; turn < TURNS; turn += 1) {
    const text = JSON.stringify({ digest, records: RECORDS })
    digest = createHash('sha256')
      .update(JSON.stringify(JSON.parse(text)))
      .digest('hex')
  }
  return (performance.now() - start) / 1000
}
