// What a runtime shares with the other threads that serve its address (`runtime/workers/`), and what belongs to its thread.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { SharedLoad } from '../http/serving-gateway.ts'
import type { ProcessPins } from '../mcp/catalogue/tool-pins.ts'
import type { OpenInMemory } from '../stores/open-state.ts'
import type { CallsInFlight } from '../telemetry/call-in-flight.ts'
import type { MetricFormat } from '../telemetry/metric.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { SharedBudget } from '../values/memory-budget.ts'
import type { SharedListening } from './open-listeners.ts'
import type { ProcessMemory } from './process-limits.ts'

export interface WorkerContext extends OpenInMemory {
  /** The limits of this thread, of those of the gateway. */
  readonly divide: (gateway: Gateway) => Gateway
  readonly memory: (process: ProcessMemory) => ProcessMemory
  /** Pins of tools that are in no store, of all threads. */
  readonly sharePins: (own: ProcessPins) => ProcessPins
  readonly sharedLoad: SharedLoad
  readonly callsInFlight: CallsInFlight
  /** 32 random bytes of the process as base64. */
  readonly secret: string
  readonly sharedBudget: Omit<SharedBudget, 'own'>
  readonly listening: SharedListening
  /** Whether all threads serve. */
  readonly allServe: () => boolean
  /** Whether this thread writes a line: another one may just have written the same. */
  readonly claim: (record: object) => Promise<boolean>
  /** An event of this thread, and what it works without since. */
  readonly noticed: (event: GatewayEvent, degraded: readonly string[]) => void
  /** What other threads work without. */
  readonly lackingElsewhere: () => readonly string[]
  /** The metrics of all threads, which ask this one for its own. */
  readonly mergedMetrics: (
    own: (format?: MetricFormat) => string,
  ) => (format?: MetricFormat) => Promise<string>
  /** Resolves when what was sent to the others has arrived. */
  readonly settled: () => Promise<void>
}
