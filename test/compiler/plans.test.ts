// Printed plans of whole configs. `UPDATE=1` rewrites the goldens.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { STANDALONE } from '../../compiler/facts/environment.ts'
import { printPlan } from '../../compiler/plan/print-plan.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { folders, ROOT } from '../support/folder.ts'
import { expectGolden } from '../support/golden.ts'
import { tinyCatalog } from '../support/tiny-catalog.ts'

const PLANS = `${ROOT}test/compiler/plans/`

describe('printed plans', () => {
  it.each(folders(PLANS))('%s', name => {
    const source = { name: `${name}/config.yaml`, text: readFileSync(`${PLANS}${name}/config.yaml`, 'utf8') }
    const { plan, diagnostics } = compile(source, tinyCatalog, STANDALONE, readYaml)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expectGolden(`${PLANS}${name}/plan.txt`, plan === undefined ? 'no plan' : printPlan(plan))
  })
})
