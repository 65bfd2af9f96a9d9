// A mistake that a function of a TypeScript config makes of its arguments is in the function; a note has the call.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../../support/command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const MANIFEST = `providers: { openai: { provider: openai, api_key: "\${env:KEY}" } }\n`

/** Each finding of a config, and its notes with places. */
async function found(text: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.ts': text, ...files })
  const { out } = await portolan(['check', '.', '--format', 'pretty'], folder)
  return out.split('\n').filter(line => /^configs.*error|from this call/.test(line))
}

const CALL = 'The value comes from this call.'

describe('a mistake that was passed through a function', () => {
  it.each([
    [
      'names the call beside the place in the function',
      `const t = (provider: string) => ({ provider })
export default { strategy: { mode: 'fallback' }, targets: [t('@openai'), t('@opnai')] }`,
      ['configs/chat.ts:1:36 error unknown-slug', `  note configs/chat.ts:2:74 ${CALL}`],
    ],
    [
      'names the innermost call',
      `const t = (provider: string) => ({ provider })
const pair = (one: string) => ({ strategy: { mode: 'fallback' }, targets: [t(one), t('@openai')] })
export default { strategy: { mode: 'loadbalance' }, targets: [pair('@opnai')] }`,
      ['configs/chat.ts:1:36 error unknown-slug', `  note configs/chat.ts:2:76 ${CALL}`],
    ],
    [
      'names the call of a property of what the function makes',
      `const settings = (model: number) => ({ model })
export default { provider: '@openai', override_params: settings(1) }`,
      ['configs/chat.ts:1:40 error wrong-type', `  note configs/chat.ts:2:56 ${CALL}`],
    ],
    [
      'names no call where the value is a variable',
      `const target = { provider: '@opnai' }
export default { strategy: { mode: 'loadbalance' }, targets: [target] }`,
      ['configs/chat.ts:1:28 error unknown-slug'],
    ],
    [
      'names no call where there is none',
      `export default { provider: '@opnai' }`,
      ['configs/chat.ts:1:28 error unknown-slug'],
    ],
  ])('%s', async (_title, text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  it('has the file of a function that was imported', async () => {
    const files = { 'configs/_parts.ts': `export const t = (provider: string) => ({ provider })\n` }
    const text = `import { t } from './_parts.ts'\nexport default { strategy: { mode: 'loadbalance' }, targets: [t('@opnai')] }`
    expect(await found(text, files)).toEqual([
      'configs/_parts.ts:1:43 error unknown-slug',
      `  note configs/chat.ts:2:63 ${CALL}`,
    ])
  })
})
