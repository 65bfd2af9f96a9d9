// Records as `portolan logs` prints them: how a request ended.
import { describe, expect, it } from 'vitest'
import { formatEntry } from '../../../compiler/cli/logs/format-log.ts'
import { formatPath } from '../../../compiler/cli/logs/format-path.ts'
import type { Paint } from '../../../compiler/diagnostics/pretty.ts'
import { showLogEntry } from '../../../runtime/control/logs/show-log.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { logged } from '../../runtime/control/logs/log-harness.ts'

const plain: Paint = (_style, text) => text

const line = (more: Partial<LogRecord>): string =>
  formatEntry(showLogEntry({ record: logged(1, more), feedback: [], hasBodies: false }), plain)

const path = (more: Partial<LogRecord>): string =>
  formatPath(logged(1, more), () => undefined, plain).join('\n')

describe('a record of a request', () => {
  it('says that its stream broke, and why', () => {
    const broken = 'The provider closed the connection.'
    expect(line({ broken })).toContain(`  the stream broke: ${broken}  `)
    expect(path({ broken })).toContain(`\n  the stream broke: ${broken}`)
  })

  it('says that its client left', () => {
    expect(line({ left: true })).toContain('  the client left  ')
    expect(path({ left: true })).toContain('\n  the client left before the end')
    expect(line({}) + path({})).not.toMatch(/left|broke/)
  })

  it('has the sentence of a failure whose code is the name of a secret', () => {
    const failed = {
      status: 401,
      error: 'missing_api_key',
      message: 'The header x-gateway-api-key is missing.',
    }
    expect(line(failed)).toContain('  missing_api_key: The header x-gateway-api-key is missing.  ')
    expect(path(failed)).toContain('\n  missing_api_key: The header x-gateway-api-key is missing.')
  })

  it('has the reasons of guards without what they may quote', () => {
    const guard = {
      id: 'in',
      checks: [
        { id: 'default.secrets', reason: 'The text has 1 secret: PASSWORD.', data: { PASSWORD: 1 } },
        { id: 'acme.check', reason: 'It says api_key: hunter2', data: { token: 'b', api_key: 'hunter3' } },
      ],
    }
    const shown = path({ guards: [guard] })
    expect(shown).toContain('"reason":"The text has 1 secret: PASSWORD.","data":{"PASSWORD":1}')
    expect(shown).not.toMatch(/hunter/)
  })
})
