// `--format terraform`, read as Terraform reads a program.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { change, MANIFEST, project, said } from '../../support/stored-project.ts'

/**
 * What Terraform does with a program of the data source `external`, by its documentation: one that exits with 0 must have printed a JSON
 * object of strings, which is the result; what others printed to standard error is the error.
 */
async function readExternal(
  folder: string,
  ...program: readonly string[]
): Promise<{ readonly result: Readonly<Record<string, string>> } | { readonly error: string }> {
  const { code, out, complaints } = await portolan(program, folder)
  if (code !== 0) {
    expect(out, 'a program that fails writes no result').toBe('')
    expect(complaints.trim(), 'Terraform shows what is on standard error').not.toBe('')
    return { error: complaints }
  }
  const result: unknown = JSON.parse(out)
  if (typeof result !== 'object' || result === null || Array.isArray(result)) throw new Error('no object')
  for (const [name, value] of Object.entries(result)) expect([name, typeof value]).toEqual([name, 'string'])
  return { result: result as Record<string, string> }
}

describe('the data source "external" of Terraform', () => {
  const store = 'sqlite:.portolan/store.db'
  const drift = ['drift', '--format', 'terraform', '--commit', 'abc']
  const diff = ['diff', '--live', '--format', 'terraform']

  it('reads drift and differences as a result', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--commit', 'abc')
    expect(await readExternal(folder, ...drift)).toMatchObject({
      result: { drifted: 'false', findings: '0' },
    })
    change(folder, 'other')
    writeFileSync(join(folder, 'configs/chat.test.yaml'), 'cases: [{ name: a, expect: { calls: [] } }]\n')
    expect(await readExternal(folder, ...drift, '--commit', 'def')).toMatchObject({
      result: { drifted: 'true', codes: 'live-of-other-commit', commit: 'def' },
    })
    expect(await readExternal(folder, ...diff)).toMatchObject({ result: { differs: 'true', level: 'cost' } })
    expect(await readExternal(folder, ...diff, '--test')).toMatchObject({ result: { failing_tests: '1' } })
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['a store that is missing', [...drift, '--store', 'sqlite:none.db'], /none\.db does not exist/],
    ['a store that is missing', [...diff, '--store', 'sqlite:none.db'], /none\.db does not exist/],
    ['a label that points nowhere', diff, /has no label "live"/],
    ['a project with errors', [...drift, 'broken', '--store', store], /chat\.yaml:1:1: error: .*"retyr"/],
    ['a wrong option', [...diff, '--traffic', 'log.jsonl'], /--format terraform has no --traffic/],
  ])('gets the error of %s', async (_, program, sentence) => {
    const folder = project()
    mkdirSync(join(folder, 'broken/configs'), { recursive: true })
    writeFileSync(join(folder, 'broken/gateway.yaml'), MANIFEST)
    writeFileSync(join(folder, 'broken/configs/chat.yaml'), 'retyr: {}\nprovider: "@mock"\n')
    await said(folder, 'push')
    expect(await readExternal(folder, ...program)).toEqual({ error: expect.stringMatching(sentence) })
  })

  it('gets the errors of a candidate', async () => {
    const folder = project()
    await said(folder, 'push', '--promote')
    writeFileSync(join(folder, 'configs/chat.yaml'), 'retyr: {}\n')
    const reply = await readExternal(folder, ...diff, '--store', store)
    expect(reply).toEqual({ error: expect.stringMatching(/chat\.yaml:1:1: error: .*"retyr"/) })
  })
})
