// Conditions on one text become one look-up in a table.
import { describe } from 'vitest'
import { equalStringsToTable } from '../../../../compiler/optimise/passes/equal-strings-to-table.ts'
import { passTable } from '../../../support/pass-table.ts'
import { any, at, call, conditional, is, isIn, matches, PLAN, user } from '../../../support/plan-sketch.ts'

const targets = [call('a'), call('b'), call('c')] as const

describe('equal-strings-to-table', () => {
  passTable(equalStringsToTable, [
    {
      title: 'neighbouring cases on one field become a table',
      before: conditional(
        [
          [is('x'), 0],
          [isIn('y', 'z'), 1],
        ],
        2,
        ...targets,
      ),
      after: conditional([{ field: PLAN, table: { x: 0, y: 1, z: 1 } }], 2, ...targets),
    },
    {
      title: 'the first case that names a string wins',
      before: conditional(
        [
          [is('x'), 0],
          [isIn('x', 'y'), 1],
        ],
        2,
        ...targets,
      ),
      after: conditional([{ field: PLAN, table: { x: 0, y: 1 } }], 2, ...targets),
    },
    {
      title: 'alternatives on one field are strings like others',
      before: conditional([[any(is('x'), isIn('y', 'z')), 0]], 1, call('a'), call('b')),
      after: conditional([{ field: PLAN, table: { x: 0, y: 0, z: 0 } }], 1, call('a'), call('b')),
    },
    {
      title: 'a case that asks anything else keeps its place between',
      before: conditional(
        [
          [is('x'), 0],
          [matches('^y'), 1],
          [is('y'), 2],
        ],
        1,
        ...targets,
      ),
    },
    {
      title: 'tables of two fields stay two',
      before: conditional(
        [
          [isIn('x', 'y'), 0],
          [user('x'), 1],
          [user('y'), 2],
        ],
        0,
        ...targets,
      ),
      after: conditional(
        [
          { field: PLAN, table: { x: 0, y: 0 } },
          { field: { from: 'metadata', path: ['user'] }, table: { x: 1, y: 2 } },
        ],
        0,
        ...targets,
      ),
    },
    {
      title: 'a table grows by its neighbours',
      before: conditional([{ field: PLAN, table: { x: 0 } }, [is('x'), 1], [is('y'), 2]], 0, ...targets),
      after: conditional([{ field: PLAN, table: { x: 0, y: 1 } }], 0, call('a'), at('/targets/2', call('c'))),
    },
    {
      title: 'numbers, truth values and null are not strings',
      before: conditional(
        [
          [is(1), 0],
          [isIn('x', 2), 1],
          [is(null), 2],
        ],
        0,
        ...targets,
      ),
    },
    {
      title: 'one string alone stays a comparison',
      before: conditional([[is('x'), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'alternatives on two fields are no table',
      before: conditional([[any(is('x'), user('y')), 0]], 1, call('a'), call('b')),
    },
    {
      title: 'names that objects have by themselves are strings like others',
      before: conditional(
        [
          [is('__proto__'), 0],
          [is('constructor'), 1],
        ],
        2,
        ...targets,
      ),
      after: conditional(
        [{ field: PLAN, table: JSON.parse('{"__proto__": 0, "constructor": 1}') }],
        2,
        ...targets,
      ),
    },
  ])
})
