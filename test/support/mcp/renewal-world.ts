// Several processes that renew the token of one person, a store that they share and an authorization server, in virtual time: every access to
// either is a step that the test lets happen, in any order, and processes stop, freeze and lose replies in between.
import type { Replica } from '../../../runtime/control/core/replica.ts'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import type { AuthorityReply, CallAuthority } from '../../../runtime/control/mcp-oauth/call-authority.ts'
import { createConnectionStore } from '../../../runtime/control/mcp-oauth/connection-store.ts'
import {
  type ConnectionTokens,
  connectionId,
  MCP_CONNECTION,
  openTokens,
} from '../../../runtime/control/mcp-oauth/saved-connection.ts'
import { createUserAuth } from '../../../runtime/control/mcp-oauth/user-auth.ts'
import { type Failure, failure, isFailure } from '../../../runtime/values/failures.ts'
import type { Clock } from '../../../runtime/values/ports.ts'
import { sealingOf, sha256 } from '../control-harness.ts'
import { settle, virtualClock } from '../virtual-clock.ts'
import type { AuthorityMood } from './authority-moods.ts'
import {
  CLAIM_LASTS,
  connectionAt,
  numberedIds,
  type Process,
  type Step,
  SUBJECT,
  server,
  tokenReply,
  USER,
} from './renewal-fixture.ts'
import { type AuthorityRules, createRotatingAuthority, type IssuedTokens } from './rotating-authority.ts'

export const LIFETIME = 3_600_000

export async function createRenewalWorld(store: ResourceStore, rules: AuthorityRules) {
  const clock = virtualClock()
  const authority = createRotatingAuthority(rules)
  const sealing = sealingOf(Buffer.from('k'.repeat(32)).toString('base64'))
  const id = connectionId(server.slug, USER, sha256)
  const steps: Step[] = []
  const processes: Process[] = []
  const reports: string[] = []
  const state = { mood: 'well' as AuthorityMood, isStoreAway: false, isRevoked: false }
  const seen = { requests: 0, outdated: 0, removed: 0 }
  /** Refresh tokens that the authorization server has issued, and where they are. */
  const holders = new Map<string, { readonly process: number; isLost: boolean }>()
  const claimedAt = new Map<number, number>()
  const breaches: string[] = []

  const storedTokens = async (): Promise<ConnectionTokens | undefined> => {
    const resource = await store.read(MCP_CONNECTION, id)
    return resource && openTokens(resource, sealing)
  }
  /** Runs something when the test lets it happen. Only a request that is under way already survives its process. */
  const stepOf = <T>(process: number, run: () => Promise<T>, isSent = false): Promise<T> =>
    new Promise((resolve, reject) => {
      steps.push({
        process,
        run: async () => {
          if (!isSent && processes[process]?.isAlive !== true) return
          const outcome = await run().then(
            value => () => resolve(value),
            (error: unknown) => () => reject(error),
          )
          // A process that has stopped hears of nothing, and one that is frozen later.
          const { isAlive, isFrozen, late } = processes[process] as Process
          if (isFrozen) late.push(outcome)
          else if (isAlive) outcome()
        },
      })
    })
  const available = async <T>(run: () => Promise<T>): Promise<T> => {
    if (state.isStoreAway) throw new StoreError('unavailable', 'The store is away.')
    return await run()
  }
  const gatedStore = (process: number): ResourceStore => ({
    ...store,
    read: (kind, name) => stepOf(process, () => available(() => store.read(kind, name))),
    commit: transaction =>
      stepOf(process, () =>
        available(async () => {
          const before = await storedTokens()
          const result = await store.commit(transaction)
          const after = await storedTokens()
          const current = processes[process]
          if (current !== undefined) current.cached = await store.read(MCP_CONNECTION, id)
          if (result.conflict === undefined && transaction.writes[0]?.value?.['renewal'] !== undefined)
            claimedAt.set(process, clock.monotonic())
          if (after?.refresh !== undefined) holders.delete(after.refresh)
          if (before !== undefined && after === undefined) {
            seen.removed += 1
            if (before.refresh === authority.current())
              breaches.push('A connection was removed whose refresh token is accepted.')
          }
          return result
        }),
      ),
  })
  const issueTo = (process: number, refresh: string): AuthorityReply => {
    seen.requests += 1
    const latest = authority.latestOf(refresh)
    if (latest !== undefined && refresh !== latest) {
      seen.outdated += 1
      const holder = holders.get(latest)
      const age = clock.monotonic() - (claimedAt.get(holder?.process ?? process) ?? 0)
      if (holder?.isLost !== true && age < CLAIM_LASTS)
        breaches.push(
          `An outdated token was sent ${age} ms after the claim of the process that has the new one.`,
        )
    }
    const issued = authority.renew(refresh)
    if (issued === undefined) return { status: 400, headers: [], json: { error: 'invalid_grant' } }
    if (issued.refresh !== undefined)
      holders.set(issued.refresh, { process, isLost: processes[process]?.isAlive !== true })
    return tokenReply(issued, LIFETIME)
  }
  const lose = (process: number): void => {
    for (const holder of holders.values()) if (holder.process === process) holder.isLost = true
  }
  /** The request arrives in one step, and its reply in another. */
  const gatedCall =
    (process: number, own: Clock): CallAuthority =>
    (_server, { url, form = {}, timeout = 10_000 }) =>
      new Promise(resolve => {
        let isOver = false
        const finish = (result: AuthorityReply | Failure): void => {
          isOver = true
          stop()
          resolve(result)
        }
        const stop = own.after(timeout, () => {
          lose(process)
          finish(failure('timeout', 'https://as.example did not respond in time.', { cause: 'timeout' }))
        })
        if (url.endsWith('/revoke')) {
          authority.revoke(form['token'] ?? '')
          return finish({ status: 200, headers: [], json: {} })
        }
        const arrived = stepOf(
          process,
          async () => {
            const { mood } = state
            if (mood !== 'well' && mood !== 'loses-replies') return mood
            const reply = issueTo(process, form['refresh_token'] ?? '')
            if (isOver || mood === 'loses-replies') lose(process)
            return mood === 'well' ? reply : failure('upstream_unreachable', 'Reset.', { cause: 'reset' })
          },
          true,
        )
        void arrived.then(reply => stepOf(process, async () => reply)).then(finish)
      })

  const randomId = numberedIds()
  const start = (): number => {
    const index = processes.length
    const own: Clock = {
      now: clock.now,
      monotonic: clock.monotonic,
      after: (milliseconds, action) =>
        clock.after(milliseconds, () => {
          const { isAlive, isFrozen, late } = processes[index] as Process
          if (isFrozen) late.push(action)
          else if (isAlive) action()
        }),
    }
    const replica = { get: () => processes[index]?.cached, look: async () => {} } as unknown as Replica
    const connections = createConnectionStore({
      store: gatedStore(index),
      replica,
      sealing,
      ports: { clock: own, randomId, hash: sha256 },
    })
    const auth = createUserAuth(server, {
      connections,
      flows: { read: async () => undefined, add: async () => 'ticket' } as never,
      sealing,
      publicUrl: 'https://gateway.example',
      call: gatedCall(index, own),
      clock: own,
      randomId,
      report: (_slug, fault) => {
        if (fault.refusal === 'operator') reports.push(fault.cause)
      },
    })
    processes.push({ isAlive: true, isFrozen: false, late: [], cached: undefined, auth, sent: [] })
    return index
  }
  const processOf = (index: number): Process => processes[index] as Process
  const isRunning = (index: number): boolean => processOf(index).isAlive && !processOf(index).isFrozen

  const connections = createConnectionStore({
    store,
    replica: { get: () => undefined, look: async () => {} } as unknown as Replica,
    sealing,
    ports: { clock, randomId, hash: sha256 },
  })
  /** Saves tokens as a process of an earlier version does, and as the page where a person agrees. */
  const save = async ({ access, refresh }: IssuedTokens): Promise<void> => {
    const saved = connectionAt(new Date(clock.now()).toISOString())
    const expiresAt = clock.now() + LIFETIME
    await connections.connect(saved, { access, refresh, expiresAt, clientSecret: undefined, posts: false })
    state.isRevoked = false
    holders.clear()
  }
  const connect = (): Promise<void> => save(authority.grant())
  const step = async (index = 0, process?: number): Promise<boolean> => {
    const due = steps.filter(each => process === undefined || each.process === process)
    const chosen = due[index % Math.max(1, due.length)]
    if (chosen === undefined) return false
    steps.splice(steps.indexOf(chosen), 1)
    await chosen.run()
    await settle()
    return true
  }
  /** Lets all steps happen and time pass, until something is there or so many milliseconds are over. */
  const run = async (milliseconds: number, isDone = (): boolean => false): Promise<void> => {
    const until = clock.monotonic() + milliseconds
    for (;;) {
      while (!isDone() && (await step()));
      if (isDone() || clock.monotonic() >= until) return
      // To the next timer; without one, to the end.
      if (!(await clock.runUntil(() => steps.length > 0, until - clock.monotonic())))
        await clock.advance(until - clock.monotonic())
    }
  }
  const call = (index: number): Promise<string | Failure> | undefined => {
    if (!isRunning(index)) return undefined
    const { auth } = processOf(index)
    return Promise.resolve(auth.headers(SUBJECT)).then(headers => {
      if (isFailure(headers)) return headers
      processOf(index).sent = headers
      return headers[1]?.slice('Bearer '.length) ?? ''
    })
  }
  return {
    clock,
    authority,
    state,
    seen,
    breaches,
    reports,
    processes,
    start,
    isRunning,
    step,
    run,
    call,
    connect,
    save,
    storedTokens,
    /** A call whose token the server refuses. */
    refuse: (index: number): void => {
      const { auth, sent } = processOf(index)
      if (isRunning(index) && sent.length > 0) void auth.renew?.(SUBJECT, sent)
    },
    /** Calls, and lets everything happen until there is a result. */
    finish: async (index: number): Promise<string | Failure> => {
      let result: string | Failure | undefined
      void call(index)?.then(value => {
        result = value
      })
      await settle()
      await run(120_000, () => result !== undefined)
      return result ?? failure('internal', 'The call has no result.')
    },
    crash: (index: number): void => {
      processOf(index).isAlive = false
      processOf(index).late.length = 0
      lose(index)
    },
    freeze: (index: number): void => {
      if (processOf(index).isAlive) processOf(index).isFrozen = true
    },
    thaw: async (index: number): Promise<void> => {
      const process = processOf(index)
      process.isFrozen = false
      for (const action of process.late.splice(0)) {
        if (process.isAlive) action()
        await settle()
      }
    },
    /** The replica of a process reads what is there. */
    look: async (index: number): Promise<void> => {
      if (!state.isStoreAway) processOf(index).cached = await store.read(MCP_CONNECTION, id)
    },
    revoke: async (): Promise<void> => {
      await store.commit({ writes: [{ kind: MCP_CONNECTION, id, value: undefined }] })
      state.isRevoked = true
    },
    /** Whether the newest token of the grant is in the store, or in the memory of a process that can still save it. */
    isAlive: (stored: ConnectionTokens | undefined): boolean => {
      const newest = authority.current()
      if (newest === undefined || state.isRevoked) return false
      return stored?.refresh === newest || holders.get(newest)?.isLost === false
    },
  }
}
