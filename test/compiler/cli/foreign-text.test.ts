// Text of callers, colleagues and providers in what commands print: in whichever field it is, it forges no line and reaches no terminal
// as a command.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createLogFileWriter } from '../../../runtime/stores/log-file-writer.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { createWorkerClock } from '../../../runtime/stores/worker-clock.ts'
import { createLog } from '../../../runtime/telemetry/log.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const LINE = 'FORGED 2026-01-01 200'
/** Line breaks of every kind, escapes that erase the line before, C1 as one character, and marks that reverse what follows. */
const HOSTILE = `x\n${LINE}\r${LINE}\r\n${LINE}\u2028${LINE}\u2029${LINE}\u0085${LINE}\u001b[1A\u001b[2K${LINE}\u009b2K\u202e\u2066\u0008\u0007y`
const UNSAFE = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const schema = JSON.parse(readFileSync(`${ROOT}schemas/log-record.schema.json`, 'utf8')) as JsonObject

/** A value of the schema with every part that it may have, in which each string is the hostile one. */
function hostileValue(part: JsonObject): Json {
  const {
    $ref,
    type,
    enum: values,
    const: fixed,
    items,
    properties,
    additionalProperties,
    oneOf,
    anyOf,
  } = part
  if (typeof $ref === 'string')
    return hostileValue(asObject(asObject(schema['$defs'])[$ref.split('/').at(-1) ?? '']))
  if (fixed !== undefined) return fixed
  if (Array.isArray(values)) return values[0] ?? null
  const [choice] = [oneOf, anyOf].flatMap(each => (Array.isArray(each) ? each : []))
  if (choice !== undefined) return hostileValue(asObject(choice))
  const kinds = [type].flat()
  if (type === undefined || kinds.includes('string')) return HOSTILE
  if (kinds.includes('array')) return [hostileValue(asObject(items))]
  if (kinds.includes('object')) {
    const more =
      typeof additionalProperties === 'object' ? hostileValue(asObject(additionalProperties)) : HOSTILE
    return {
      ...Object.fromEntries(
        Object.entries(asObject(properties)).map(([name, each]) => [name, hostileValue(asObject(each))]),
      ),
      ...(additionalProperties === false ? {} : { [HOSTILE]: more }),
    }
  }
  return kinds.includes('boolean') ? true : 1
}

const TRACE = 'order-1'
const RECORD = {
  ...asObject(hostileValue(schema)),
  // What records are found by.
  ...{ id: 'a'.repeat(32), time: new Date().toISOString(), trace: TRACE, workspace: 'default' },
  ...{ session: 'run-1', status: 500 },
} as unknown as LogRecord
/** A record whose own trace and session are hostile too; the lists show it. */
const UNNAMED = { ...RECORD, id: 'b'.repeat(32), trace: HOSTILE, session: HOSTILE }
const PLAIN_CONFIG = { config: 'chat', plan: '000000000000', at: 'config' }

const MANIFEST = `providers: { mock: { provider: mock } }
store: sqlite:.portolan/store.db
telemetry: { log_store: {} }
`

async function project(...records: readonly object[]): Promise<string> {
  const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': 'provider: "@mock"\n' })
  await portolan(['push', '--promote', '--by', HOSTILE, '--commit', HOSTILE], folder)
  const store = await openLogStore('sqlite:.portolan/store.db', { folder })
  await store.append({ id: 'one', lines: records.map(each => JSON.stringify(each)).join('\n') })
  await store.close()
  return folder
}

const GROUPS = 'ai_service model api_key config provider prompt session'.split(' ')
const COMMANDS: readonly (readonly string[])[] = [
  ['logs', 'tail'],
  ['logs', 'show', TRACE],
  ['logs', 'show', TRACE, '--bodies'],
  ['logs', 'why', TRACE],
  ['logs', 'why', TRACE, '--as-test'],
  ['logs', 'session', 'run-1'],
  ['logs', 'session', HOSTILE],
  ['logs', 'why', HOSTILE],
  ['logs', 'export'],
  ['logs', 'replay', RECORD.id, '--config', 'chat'],
  ['logs', 'tail', '--format', 'json'],
  ['logs', 'why', TRACE, '--format', 'json'],
  ...[...GROUPS, `metadata.${HOSTILE}`].map(by => ['logs', 'top', '--by', by]),
]

/** No part of the hostile text begins a line, and none of it is anything but visible text. */
function expectHarmless(text: string): void {
  expect(text.split('\n').filter(line => line.trimStart().startsWith('FORGED'))).toEqual([])
  expect(UNSAFE.exec(text)).toBeNull()
}

describe('hostile text in each field of a record', () => {
  it('forges no line in the output of any command that reads records', async () => {
    const folder = await project(RECORD, UNNAMED, { ...RECORD, ...PLAIN_CONFIG, id: 'c'.repeat(32) })
    const silent: string[] = []
    for (const command of COMMANDS) {
      const { out, complaints } = await portolan(command, folder)
      expectHarmless(out + complaints)
      if (!(out + complaints).includes('FORGED')) silent.push(command.join(' '))
    }
    expect(silent).toEqual([])
  })

  it('is escaped in the log file, whose lines are shown with cat', async () => {
    const folder = temporaryFolder()
    const path = `${folder}/requests.jsonl`
    const writer = createLogFileWriter({ path, maxBytes: 1e6, keep: 1 }, createWorkerClock())
    await writer.open()
    const lines = `${JSON.stringify(RECORD)}\n`
    await writer.append(lines)
    writer.close()
    const written = readFileSync(path, 'utf8')
    expectHarmless(written)
    expect(JSON.parse(written)).toEqual(JSON.parse(lines))
  })

  it('is escaped in the log on standard output', () => {
    let written = ''
    const write = (text: string): boolean => {
      written += text
      return true
    }
    const log = createLog({ write, drained: () => {}, after: () => () => {} })
    log.write(RECORD)
    log.flush()
    expectHarmless(written)
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(RECORD)))
  })
})

describe('hostile text of a colleague', () => {
  it('forges no line in the history and the status of releases', async () => {
    const folder = await project()
    for (const command of [
      ['history'],
      ['show'],
      ['status'],
      ['drift', '--commit', HOSTILE],
      ['show', HOSTILE],
    ]) {
      const { out, complaints } = await portolan(command, folder)
      expectHarmless(out + complaints)
    }
    const { out } = await portolan(['history'], folder)
    expect(out).toContain('FORGED')
  })
})
