// Preloaded by a process: answers `delay` with the longest time that its event loop did nothing else, in milliseconds, since the last
// such message, and with the bytes of its heap in use.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION = 1
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
histogram.enable()

process.on('message', message => {
  if (message !== 'delay') return
  const delay = histogram.max / 1e6 - RESOLUTION
  histogram.reset()
  process.send?.({ delay, heap: process.memoryUsage().heapUsed })
})
