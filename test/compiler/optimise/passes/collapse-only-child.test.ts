// A node with one child that it can ever run is that child, but for a fallback above a balance.
import { describe } from 'vitest'
import { collapseOnlyChild } from '../../../../compiler/optimise/passes/nested-choices.ts'
import { passTable } from '../../../support/pass-table.ts'
import {
  at,
  call,
  callWithBreaker,
  conditional,
  fallback,
  is,
  loadbalance,
} from '../../../support/plan-sketch.ts'

const ON = [[500, 599]] as const
const drawing = loadbalance([1, call('a')], [1, call('b')])

describe('collapse-only-child', () => {
  passTable(collapseOnlyChild, [
    {
      title: 'a balance with one child is that child, at the path of both',
      before: loadbalance([1, call('a')]),
      after: at('/targets/0', call('a')),
    },
    {
      title: 'levels of only children collapse into one path',
      before: loadbalance([2, fallback(ON, conditional([], 0, call('a')))]),
      after: at('/targets/0/targets/0/targets/0', call('a')),
    },
    {
      title: 'a choice with one child asks nothing',
      before: conditional([[is('paid'), 0]], 0, call('a')),
      after: at('/targets/0', call('a')),
    },
    {
      title: 'a fallback that no status triggers is its first child',
      before: fallback([], call('a'), call('b')),
      after: at('/targets/0', call('a')),
    },
    {
      title: 'a fallback above a balance stays, for the balance draws anew below it',
      before: fallback(ON, drawing),
      after: fallback([], drawing),
    },
    {
      title: 'a fallback above a choice above a balance stays as well',
      before: fallback([], conditional([[is('paid'), 0]], 1, call('c'), drawing), call('d')),
      after: fallback([], conditional([[is('paid'), 0]], 1, call('c'), drawing)),
    },
    {
      title: 'a fallback above a fallback goes: below it draws are new anyway',
      before: fallback(ON, fallback(ON, drawing, call('c'))),
      after: at('/targets/0', fallback(ON, drawing, call('c'))),
    },
    {
      title: 'a balance above a circuit stays: traffic flows through it when the circuit is open',
      before: loadbalance([1, callWithBreaker('a')]),
    },
    {
      title: 'a fallback that no status triggers stays above circuits: it skips open targets',
      before: fallback([], callWithBreaker('a'), call('b')),
    },
    {
      title: 'a choice with one child goes even above a circuit: it says what its child says',
      before: conditional([[is('paid'), 0]], 0, callWithBreaker('a')),
      after: at('/targets/0', callWithBreaker('a')),
    },
    { title: 'two children stay two', before: loadbalance([1, call('a')], [1, call('b')]) },
  ])
})
