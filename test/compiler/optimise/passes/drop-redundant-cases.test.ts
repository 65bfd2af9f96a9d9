// Cases at the end that lead where the request would go anyhow are dropped.
import { describe } from 'vitest'
import { dropRedundantCases } from '../../../../compiler/optimise/passes/cases.ts'
import { passTable } from '../../../support/pass-table.ts'
import { call, conditional, is, PLAN, user } from '../../../support/plan-sketch.ts'

describe('drop-idle-cases', () => {
  passTable(dropRedundantCases, [
    {
      title: 'cases at the end that lead where everything else goes are not tested',
      before: conditional(
        [
          [is('a'), 0],
          [is('b'), 1],
          [user('u'), 1],
        ],
        1,
        call('a'),
        call('b'),
      ),
      after: conditional([[is('a'), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'an earlier one stays, since it keeps requests from the cases after it',
      before: conditional(
        [
          [is('a'), 1],
          [user('u'), 0],
        ],
        1,
        call('a'),
        call('b'),
      ),
    },
    {
      title: 'a table at the end goes when all of it leads there',
      before: conditional([[user('u'), 0], { field: PLAN, table: { a: 1, b: 1 } }], 1, call('a'), call('b')),
      after: conditional([[user('u'), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'a table that leads elsewhere for one value stays whole',
      before: conditional([{ field: PLAN, table: { a: 1, b: 0 } }], 1, call('a'), call('b')),
    },
  ])
})
