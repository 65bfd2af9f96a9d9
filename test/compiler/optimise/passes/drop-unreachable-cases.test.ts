// Cases that never hold, or stand behind one that takes everything, are dropped.
import { describe } from 'vitest'
import { dropUnreachableCases } from '../../../../compiler/optimise/passes/cases.ts'
import { passTable } from '../../../support/pass-table.ts'
import { ALWAYS, at, call, conditional, is, isIn, NEVER } from '../../../support/plan-sketch.ts'

describe('drop-unreachable-cases', () => {
  passTable(dropUnreachableCases, [
    {
      title: 'a case that always holds is what happens otherwise; nothing after it is reached',
      before: conditional(
        [
          [is('a'), 0],
          [ALWAYS, 1],
          [is('b'), 2],
        ],
        3,
        call('a'),
        call('b'),
        call('c'),
        call('d'),
      ),
      after: conditional([[is('a'), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'a case that never holds goes, and its target with it; indexes move up',
      before: conditional(
        [
          [NEVER, 0],
          [is('b'), 1],
        ],
        2,
        call('a'),
        call('b'),
        call('c'),
      ),
      after: conditional([[is('b'), 0]], 1, at('/targets/1', call('b')), at('/targets/2', call('c'))),
    },
    {
      title: 'the first of equal cases takes the requests of the second',
      before: conditional(
        [
          [is('a'), 0],
          [isIn('a', 'b'), 1],
          [is('a'), 2],
        ],
        1,
        call('a'),
        call('b'),
        call('c'),
      ),
      after: conditional(
        [
          [is('a'), 0],
          [isIn('a', 'b'), 1],
        ],
        1,
        call('a'),
        call('b'),
      ),
    },
    {
      title: 'a target that nothing names goes, before tables too',
      before: conditional(
        [{ field: { from: 'path', path: [] }, table: { '/x': 2 } }],
        1,
        call('a'),
        call('b'),
        call('c'),
      ),
      after: conditional(
        [{ field: { from: 'path', path: [] }, table: { '/x': 1 } }],
        0,
        at('/targets/1', call('b')),
        at('/targets/2', call('c')),
      ),
    },
    {
      title: 'different cases stay',
      before: conditional(
        [
          [is('a'), 0],
          [is('b'), 1],
        ],
        0,
        call('a'),
        call('b'),
      ),
    },
  ])
})
