// A connection of the Responses API without sockets: a clock that the test moves, streams that it writes, a client that reads or not.
import { describe, expect, it } from 'vitest'
import type { Gateway } from '../../../runtime/gateway/request.ts'
import { ResponsesSession, type SessionSocket } from '../../../runtime/sockets/responses-session.ts'
import type { HeldSlot, MemoryHolder, SessionHost } from '../../../runtime/sockets/session-host.ts'
import type { ByteSink } from '../../../runtime/values/byte-stream.ts'
import { plainReply } from '../../../runtime/values/call.ts'
import { createMemoryBudget } from '../../../runtime/values/memory-budget.ts'

const encoder = new TextEncoder()
const MINUTE = 60_000

interface Stream {
  readonly body: { readonly input: readonly object[] | string; readonly [name: string]: unknown }
  readonly sink: ByteSink
  readonly states: string[]
  readonly event: (event: object) => void
  /** The whole response, with this output. */
  readonly finish: (id: string, output?: readonly object[]) => void
}

function createScene({ reads = true, memory: limit = 1e6 }: { reads?: boolean; memory?: number } = {}) {
  let now = 0
  let identifiers = 0
  const timers = new Set<{ readonly at: number; readonly action: () => void }>()
  const sent: { readonly type: string; readonly [name: string]: unknown }[] = []
  const done: string[] = []
  const streams: Stream[] = []
  const holders = new Set<MemoryHolder>()
  const records: unknown[] = []
  const bugs: unknown[] = []
  const returned: unknown[] = []
  let caller: object = { id: 'key', workspace: 'default' }
  let isFull = false
  const gateway = {
    admit: () =>
      'refused' in caller
        ? { ...caller, trace: 't', traceparent: undefined, caller: undefined }
        : { trace: 't', id: 'i', caller, requestOptions: {} },
    begin: (_admitted: object, bytes: Uint8Array) => {
      const states: string[] = []
      const body = {
        start: (sink: ByteSink) => {
          const event = (value: object): void =>
            sink.chunk(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
          streams.push({
            body: JSON.parse(new TextDecoder().decode(bytes)),
            sink,
            states,
            event,
            finish: (id, output = []) => {
              event({ type: 'response.created', sequence_number: 0, response: { id } })
              event({ type: 'response.completed', sequence_number: 1, response: { id, output } })
              sink.end()
            },
          })
        },
        pause: () => void states.push('paused'),
        resume: () => void states.push('resumed'),
        cancel: () => void states.push('cancelled'),
      }
      const reply = plainReply(200, body, ['content-type', 'text/event-stream'])
      return {
        outcome: { config: undefined, model: 'm', stream: true, record: { attempts: [] } },
        reply: Promise.resolve(reply),
      }
    },
  } as unknown as Gateway
  const host: SessionHost = {
    clock: {
      now: () => now,
      monotonic: () => now,
      after: (milliseconds, action) => {
        const timer = { at: now + milliseconds, action }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
    randomId: () => {
      identifiers += 1
      return `id${identifiers}`
    },
    nextTurn: action => action(),
    log: { write: bug => void bugs.push(bug), request: finished => void records.push(finished.served) },
    price: () => undefined,
    memory: createMemoryBudget(limit),
    holders: { add: holder => void holders.add(holder), remove: holder => void holders.delete(holder) },
    served: () => ({
      gateway,
      gatewayHeaders: () => {},
      plan: 'p',
      bodyLimits: { buffered: 1e6, timeout: 30_000, values: 1e6 },
    }),
    begin: () => undefined,
    admit: () => ({ refusal: undefined, leave: () => {} }),
    ended: () => {},
    hold: () => undefined,
  }
  const socket: SessionSocket = {
    send: text => {
      sent.push(JSON.parse(text))
      return reads && !isFull
    },
    ping: () => void done.push('ping'),
    close: code => void done.push(`close ${code}`),
    terminate: () => void done.push('terminate'),
    pause: () => void done.push('pause'),
    resume: () => void done.push('resume'),
    address: '127.0.0.1',
  }
  const session = new ResponsesSession(host, socket, {
    method: 'POST',
    path: '/responses',
    pathname: '/v1/responses',
    headers: [],
  })
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    session,
    sent,
    done,
    streams,
    holders,
    records,
    bugs,
    returned,
    host,
    fill: (full: boolean) => {
      isFull = full
    },
    revoke: () => {
      caller = { refused: { code: 'invalid_api_key', message: 'The key was revoked.' } }
    },
    say: async (message: object) => {
      session.message(encoder.encode(JSON.stringify(message)), false, () => void returned.push(message))
      await settled()
    },
    settled,
    pass: async (milliseconds: number) => {
      const until = now + milliseconds
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
        if (next === undefined) break
        timers.delete(next)
        now = next.at
        next.action()
      }
      now = until
      await settled()
    },
  }
}

const create = (more: object = {}): object => ({ type: 'response.create', store: false, input: 'x', ...more })
const user = (content: string): object => ({ type: 'message', role: 'user', content })

describe('a connection of the Responses API', () => {
  it('is closed after 60 minutes, with the vendor’s error', async () => {
    const { pass, sent, done, session } = createScene()
    for (let minute = 0; minute < 60; minute += 1) {
      session.alive()
      await pass(MINUTE)
    }
    expect(sent).toEqual([
      {
        type: 'error',
        status: 400,
        error: expect.objectContaining({
          code: 'websocket_connection_limit_reached',
          message:
            'Responses websocket connection limit reached (60 minutes). Create a new websocket connection to continue.',
        }),
      },
    ])
    expect(done.at(-1)).toBe('close 1000')
  })

  it('counts each response for the share of its caller, and refuses those beyond it', async () => {
    const { say, sent, host, streams } = createScene()
    const held: string[] = []
    const message = 'The caller has too many requests in flight.'
    const refusal = { code: 'too_many_concurrent', message } as const
    Object.assign(host, {
      admit: (owner: string) => {
        held.push(owner)
        const leave = (): void => void held.splice(held.indexOf(owner), 1)
        return { refusal: held.length > 1 ? refusal : undefined, leave }
      },
      ended: (slot?: HeldSlot) => slot?.leave(),
    })
    await say(create())
    expect(held).toHaveLength(1)
    await say(create({ stream_id: 'second' }))
    expect(sent.at(-1)).toMatchObject({
      type: 'error',
      status: 429,
      error: { code: 'too_many_concurrent', message },
    })
    expect(held).toHaveLength(1)
    streams[0]?.finish('resp_1')
    expect(held).toEqual([])
  })

  it('finishes the response of its last minute before it is closed', async () => {
    const { pass, sent, done, session, say, streams } = createScene()
    await say(create())
    for (let minute = 0; minute < 61; minute += 1) {
      session.alive()
      await pass(MINUTE)
    }
    expect(done).not.toContain('close 1000')
    streams[0]?.finish('resp_1')
    expect(sent.map(({ type }) => type)).toEqual(['response.created', 'response.completed', 'error'])
    expect(done.at(-1)).toBe('close 1000')
  })

  it('probes a client that is silent, and closes the connection of one that is gone', async () => {
    const { pass, done, session } = createScene()
    await pass(MINUTE)
    expect(done).toEqual(['ping'])
    session.alive()
    await pass(MINUTE)
    await pass(MINUTE)
    expect(done).toEqual(['ping', 'ping', 'terminate'])
  })

  it('stops reading from the provider while its client does not read, and counts what waits', async () => {
    const { say, streams, session, holders, fill, host } = createScene()
    fill(true)
    await say(create())
    const used = host.memory.used()
    streams[0]?.event({ type: 'response.output_text.delta', delta: 'a' })
    expect([streams[0]?.states, holders.size, host.memory.used() - used]).toEqual([['paused'], 1, 131_072])
    fill(false)
    session.drained()
    expect([streams[0]?.states, holders.size, host.memory.used()]).toEqual([['paused', 'resumed'], 0, used])
  })

  it('closes the connection of a client that takes nothing for too long', async () => {
    const { say, streams, done, fill, pass } = createScene()
    fill(true)
    await say(create())
    streams[0]?.event({ type: 'response.output_text.delta', delta: 'a' })
    await pass(30_000)
    expect(done).toEqual(['terminate'])
  })

  it('returns all memory when it is closed', async () => {
    const { say, streams, session, holders, host } = createScene()
    await say(create({ input: 'y'.repeat(500) }))
    streams[0]?.finish('resp_1', [user('z')])
    expect(host.memory.used()).toBeGreaterThan(500)
    await say(create({ previous_response_id: 'resp_1' }))
    session.closed()
    expect([host.memory.used(), holders.size, streams[1]?.states]).toEqual([0, 0, ['cancelled']])
  })

  it('returns the memory of a message when its request begins, or is refused', async () => {
    const { say, streams, returned } = createScene()
    const [first, second] = [create({ input: 'one' }), create({ input: 'two' })]
    await say(first)
    await say(second)
    expect(returned).toEqual([first])
    streams[0]?.finish('resp_1')
    expect(returned).toEqual([first, second])
    await say({ type: 'response.unknown' })
    expect(returned).toHaveLength(3)
  })

  it('charges what a client steers with until the response continues with it', async () => {
    const { say, streams, returned, sent, settled } = createScene()
    await say(create())
    streams[0]?.event({ type: 'response.created', sequence_number: 0, response: { id: 'resp_1' } })
    await say({ type: 'response.steer', previous_response_id: 'resp_1', input: 'Also in French.' })
    await say({ type: 'response.steer', previous_response_id: 'resp_0', input: 'Refused.' })
    expect(returned.map(message => (message as { input?: string }).input)).toEqual(['x', 'Refused.'])
    expect(sent.at(-1)).toMatchObject({ type: 'response.steer.failed' })
    streams[0]?.event({
      type: 'response.completed',
      sequence_number: 1,
      response: { id: 'resp_1', output: [] },
    })
    streams[0]?.sink.end()
    await settled()
    expect(streams[1]?.body.input).toHaveLength(2)
    expect(returned.map(message => (message as { input?: string }).input)).toContain('Also in French.')
  })

  it('begins no call that was held until its client had left', async () => {
    const { say, streams, records, session, settled, host } = createScene()
    let ready = (): void => {}
    Object.assign(host, {
      hold: () =>
        new Promise<void>(resolve => {
          ready = resolve
        }),
    })
    await say(create())
    session.closed()
    ready()
    await settled()
    expect([streams.length, records.length]).toEqual([0, 1])
  })

  it('forgets conversations where memory is short, and says that it does not know them', async () => {
    const { say, streams, holders, host, sent } = createScene()
    await say(create({ input: 'y'.repeat(500) }))
    streams[0]?.finish('resp_1')
    for (const holder of [...holders]) {
      holders.delete(holder)
      holder.disconnect()
    }
    expect(host.memory.used()).toBe(0)
    await say(create({ previous_response_id: 'resp_1' }))
    expect(sent.at(-1)).toMatchObject({ error: { code: 'previous_response_not_found' } })
  })

  it('refuses the next request of a key that was revoked, and closes', async () => {
    const { say, streams, revoke, sent, done } = createScene()
    await say(create())
    revoke()
    streams[0]?.finish('resp_1')
    await say(create())
    expect(sent.at(-1)).toMatchObject({ type: 'error', status: 401 })
    expect(done).toEqual(['close 1008'])
  })

  it('is closed by a bug, which is logged', async () => {
    const { say, host, done, bugs } = createScene()
    Object.assign(host, {
      hold: () => {
        throw new RangeError('a bug')
      },
    })
    await say(create())
    expect([done, bugs]).toEqual([['terminate'], [expect.objectContaining({ level: 'error' })]])
  })

  it('reads no more requests than may wait', async () => {
    const { say, streams, done } = createScene()
    for (let index = 0; index < 34; index += 1) await say(create())
    expect(done).toEqual(['pause'])
    streams[0]?.finish('resp_1')
    expect(done).toEqual(['pause', 'resume'])
  })

  it('generates sixteen responses at once', async () => {
    const { say, streams, settled } = createScene()
    for (let lane = 0; lane < 20; lane += 1) await say(create({ stream_id: `a${lane}` }))
    expect(streams).toHaveLength(16)
    streams[0]?.finish('resp_1')
    await settled()
    expect(streams).toHaveLength(17)
  })
})

describe('steering a response', () => {
  const begun = async () => {
    const scene = createScene()
    await scene.say(create({ model: 'm', instructions: 'Be brief.', input: 'one' }))
    scene.streams[0]?.event({ type: 'response.created', sequence_number: 0, response: { id: 'resp_1' } })
    await scene.say({ type: 'response.steer', previous_response_id: 'resp_1', input: 'Use TypeScript.' })
    return scene
  }

  it('continues with what the client sent meanwhile, and with the same settings', async () => {
    const { sent, streams, settled } = await begun()
    expect(sent.at(-1)).toEqual({
      type: 'response.steer.accepted',
      sequence_number: 1,
      steer: { id: 'steer_id2', previous_response_id: 'resp_1' },
    })
    streams[0]?.finish('resp_1', [user('answer')])
    await settled()
    expect(streams[1]?.body).toEqual({
      store: false,
      model: 'm',
      instructions: 'Be brief.',
      stream: true,
      input: [user('one'), user('answer'), user('Use TypeScript.')],
    })
  })

  it('waits for the results of tools, and sends both', async () => {
    const { sent, streams, say } = await begun()
    streams[0]?.finish('resp_1', [{ type: 'function_call', call_id: 'c', name: 'run', arguments: '{}' }])
    expect(sent.at(-1)).toMatchObject({
      type: 'response.steer.pending',
      reason: 'waiting_for_required_input',
      required_input: [{ type: 'function_call_output', call_id: 'c', name: 'run' }],
    })
    const output = { type: 'function_call_output', call_id: 'c', output: 'done' }
    await say(create({ input: [output], previous_response_id: 'resp_1' }))
    expect(streams[1]?.body.input.slice(2)).toEqual([user('Use TypeScript.'), output])
  })

  it.each([
    ['response_already_completed', {}, 'resp_1', true],
    ['steering_not_supported', { conversation: 'conv_1' }, 'resp_1', false],
    ['too_many_pending_steers', {}, 'resp_1', false],
  ])('is refused: %s', async (code, more, previous, isFinished) => {
    const { say, sent, streams } = createScene()
    await say(create(more))
    streams[0]?.event({ type: 'response.created', response: { id: 'resp_1' } })
    if (isFinished) streams[0]?.finish('resp_1')
    for (let index = 0; index <= (code === 'too_many_pending_steers' ? 16 : 0); index += 1)
      await say({ type: 'response.steer', previous_response_id: previous, input: 'x' })
    expect(sent.at(-1)).toMatchObject({
      type: 'response.steer.failed',
      error: { type: 'invalid_request_error', code },
      steer: { previous_response_id: 'resp_1', input: 'x' },
    })
  })
})
