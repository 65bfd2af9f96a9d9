// The limits of a gateway on a real machine: its policies, their counters, prices, the journal of usage, and alerts.
import type { Bundle } from '../../schemas/generated/types.ts'
import type { BackgroundQueue } from '../guardrails/engine/background-queue.ts'
import type { LimitCounters } from '../limits/counters.ts'
import { createLimiter, type Limiter } from '../limits/limiter.ts'
import { createAlertSender } from '../limits/send-alert.ts'
import {
  type ClaimStore,
  linkClaims,
  NO_JOURNAL,
  openUsageJournal,
  type UsageLedger,
} from '../limits/usage-journal.ts'
import type { PriceList } from '../providers/model-prices.ts'
import type { LookUpSecret } from '../stores/secrets.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'

export interface OpenedLimits {
  readonly limiter: Limiter
  /** Whether the usage of a finished batch is to be counted here. */
  readonly claimBatch: ClaimStore['claim']
  /** Enforces the policies of a bundle in place of those before; what was counted stays. */
  readonly use: (bundle: Pick<Bundle, 'gateway'>, secret: LookUpSecret) => void
  readonly stop: () => Promise<void>
}

export async function openLimits(
  counters: LimitCounters,
  ports: Ports,
  afterwards: BackgroundQueue,
  onEvent: (event: GatewayEvent) => void,
  prices: PriceList,
  ledger?: UsageLedger & ClaimStore,
): Promise<OpenedLimits> {
  let webhook: string | undefined
  const onFailure = (failed: boolean): void =>
    onEvent({
      kind: 'service',
      service: 'usage',
      available: !failed,
      message: failed
        ? 'The usage of budgets cannot be stored; it is counted in the process meanwhile and stored later.'
        : 'The usage of budgets is stored again.',
    })
  const journal =
    ledger === undefined ? NO_JOURNAL : await openUsageJournal(ledger, ports.clock, ports.randomId, onFailure)
  const limiter = createLimiter({
    counters,
    clock: ports.clock,
    endOfTurn: ports.endOfTurn,
    price: (provider, model, reply, slug) => prices.find(provider, model, ports.clock.now(), reply, slug),
    journal,
    onAlert: createAlertSender({ ports, run: afterwards.run, onEvent, webhook: () => webhook }),
  })
  return {
    limiter,
    claimBatch: linkClaims(ledger),
    use: ({ gateway }, secret) => {
      const { alerts, policies } = gateway
      prices.replace(gateway.prices, gateway.pools)
      webhook = alerts?.address ?? (alerts?.secret && secret(alerts.secret))
      limiter.replace('bundle', policies)
    },
    stop: async () => {
      limiter.settle()
      await journal.stop()
      await counters.close()
    },
  }
}
