// `portolan key`: a new key, and the line of the manifest that admits it.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('key', () => {
  it('prints a new key each time, and the line of its hash, which a manifest accepts', async () => {
    const first = await portolan(['key', 'team "a"'])
    const second = await portolan(['key', 'team "a"'])
    expect([first.code, second.code]).toEqual([0, 0])
    expect(first.out).toMatch(/^ptl_[\w-]{43}\n$/)
    expect(second.out).not.toBe(first.out)
    const hash = createHash('sha256').update(first.out.trim()).digest('hex')
    const lines = first.complaints.slice(first.complaints.indexOf('api_keys:'))
    expect(lines.trim()).toBe(`api_keys:\n  - { id: "team \\"a\\"", hash: "sha256:${hash}" }`)
    expect(first.complaints).not.toContain(first.out.trim())
    const folder = temporaryFolder({ 'gateway.yaml': `providers: { mock: { provider: mock } }\n${lines}` })
    expect((await portolan(['check'], folder)).code).toBe(0)
  })
})
