// Chats through pairs of targets on the runtime: what is left out, changed or refused where a target stands alone, and
// where it follows another one that is busy.
import {
  PLAIN_CHAT,
  SAMPLE_CHATS,
  type SampleChat,
  SIGNED_HISTORIES,
} from '../../runtime/providers/sample-chats.ts'
import { type DialectTarget, targets } from '../runtime/link/fallback-dialects/targets.ts'
import { createHarness } from './harness.ts'

/** A target of the matrix of dialects, with overrides of the config. */
export interface CapabilityTarget {
  readonly target: DialectTarget
  readonly overrides: Readonly<Record<string, unknown>>
}

export const CAPABILITY_MANIFEST = {
  providers: Object.fromEntries(targets.map(({ name, stored }) => [name, stored])),
  trusted_hosts: ['ollama.test'],
}

const BUSY = { status: 503, text: '{}' }

export const configOf = ({ target: { name, model }, overrides }: CapabilityTarget) => ({
  provider: `@${name}`,
  override_params: { model, ...overrides },
})

export const fallbackOf = (first: CapabilityTarget, second: CapabilityTarget) => ({
  strategy: { mode: 'fallback' },
  targets: [configOf(first), configOf(second)],
})

/** What a chat came to at the last target that was tried. */
export interface ChatRun {
  readonly dropped: ReadonlySet<string>
  readonly isRefused: boolean
  readonly sent: string
}

export const keyOf = ({ feature, value }: Pick<SampleChat, 'feature' | 'value'>): string =>
  value === undefined ? feature : `${feature} ${value}`

/** The chats of all features by their keys, the plain one as `plain`. */
const CHATS: ReadonlyMap<string, object> = new Map([
  ['plain', PLAIN_CHAT],
  ...SAMPLE_CHATS.map(sample => [keyOf(sample), sample.chat] as const),
  ...Object.entries(SIGNED_HISTORIES).map(
    ([signer, chat]) => [`signatures of thinking ${signer}`, chat] as const,
  ),
])

export async function runChats(config: object): Promise<ReadonlyMap<string, ChatRun>> {
  const { call, upstream } = createHarness({
    manifest: CAPABILITY_MANIFEST,
    configs: { chat: config },
    environment: { KEY: 'k'.repeat(40) },
    script: new Array<typeof BUSY>(2 * CHATS.size).fill(BUSY),
  })
  const runs = new Map<string, ChatRun>()
  for (const [key, chat] of CHATS) {
    const before = upstream.sent.length
    const reply = await call({ headers: { 'x-gateway-config': 'chat' }, body: { model: 'any', ...chat } })
    runs.set(key, {
      dropped: new Set(reply.outcome?.reply.dropped ?? []),
      isRefused: reply.status === 400,
      sent: JSON.stringify(upstream.sent.length === before ? null : upstream.sent.at(-1)?.json),
    })
  }
  return runs
}
