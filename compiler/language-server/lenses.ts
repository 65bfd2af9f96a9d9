// Lines above definitions: the tests of a config and its worst case, and how often what the manifest defines is used.

import { pluralize } from '../../schemas/values/format-names.ts'
import { asList, asObject, asText } from '../../schemas/values/json.ts'
import { analyseEnvelope } from '../analyse/envelope.ts'
import { callsServiceBy } from '../analyse/guard-time.ts'
import { formatDollars, formatMilliseconds } from '../validate/reporting/format-bound.ts'
import { countNames, namesIn } from './names.ts'
import { filesOf, type ProjectFile, type ProjectView } from './project-view.ts'

export interface Lens {
  readonly title: string
  readonly start: number
  readonly end: number
}

export function lensesOf(project: ProjectView, file: ProjectFile): readonly Lens[] {
  switch (file.kind) {
    case 'config':
      return [lensOfConfig(project, file)]
    case 'prompt': {
      const tests = asList(asObject(file.parsed()?.value)['tests']).length
      return [{ title: countTests(tests), start: 0, end: 0 }]
    }
    case 'manifest':
      return lensesOfManifest(project, file)
    default:
      return []
  }
}

const countTests = (tests: number): string => (tests === 0 ? 'no tests' : pluralize(tests, 'test'))

function lensOfConfig(project: ProjectView, file: ProjectFile): Lens {
  const title = [countTests(testsOf(project, file.id)), ...worstCase(project, file.id)].join(', ')
  return { title, start: 0, end: 0 }
}

/** The cases of all test files that send the config. */
function testsOf(project: ProjectView, id: string): number {
  let count = 0
  for (const file of filesOf(project, 'config-test')) {
    const value = asObject(file.parsed()?.value)
    const named = asText(value['config']) ?? file.id
    for (const each of asList(value['cases']))
      if ((asText(asObject(each)['config']) ?? named) === id) count += 1
  }
  return count
}

function worstCase({ plans, gateway, catalog }: ProjectView, id: string): readonly string[] {
  const plan = plans.get(id)
  if (plan === undefined || gateway === undefined) return []
  const { calls, time, cost } = analyseEnvelope(plan, { gateway, callsService: callsServiceBy(catalog) })
  return [
    `worst case ${pluralize(calls, 'call')}`,
    'most' in time ? formatMilliseconds(time.most) : 'no limit of time',
    ...('most' in cost ? [formatDollars(cost.most)] : []),
  ]
}

/** One count of the whole project for all of them. */
function lensesOfManifest(project: ProjectView, file: ProjectFile): readonly Lens[] {
  const counts = countNames(project)
  return namesIn(project, file)
    .filter(name => name.isDefinition && name.kind !== 'caller')
    .map(name => {
      const uses = counts(name)
      return { title: uses === 0 ? 'not used by name' : `used ${pluralize(uses, 'time')}`, ...name.span }
    })
}
