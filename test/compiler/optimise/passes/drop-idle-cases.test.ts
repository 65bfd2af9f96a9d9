// Cases at the end that lead where the request would go anyhow are dropped.
import { describe } from 'vitest'
import { dropIdleCases } from '../../../../compiler/optimise/passes/drop-idle-cases.ts'
import { passTable } from '../../../support/pass-table.ts'
import { call, choose, is, PLAN, user } from '../../../support/plan-sketch.ts'

describe('drop-idle-cases', () => {
  passTable(dropIdleCases, [
    {
      title: 'cases at the end that lead where everything else goes are not tested',
      before: choose(
        [
          [is('a'), 0],
          [is('b'), 1],
          [user('u'), 1],
        ],
        1,
        call('a'),
        call('b'),
      ),
      after: choose([[is('a'), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'an earlier one stays, since it keeps requests from the cases after it',
      before: choose(
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
      before: choose([[user('u'), 0], { field: PLAN, table: { a: 1, b: 1 } }], 1, call('a'), call('b')),
      after: choose([[user('u'), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'a table that leads elsewhere for one value stays whole',
      before: choose([{ field: PLAN, table: { a: 1, b: 0 } }], 1, call('a'), call('b')),
    },
  ])
})
