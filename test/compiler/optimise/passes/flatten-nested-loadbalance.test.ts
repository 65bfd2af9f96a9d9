// A balance within a balance hands its share to its own children.
import { describe } from 'vitest'
import { flattenNestedLoadbalance } from '../../../../compiler/optimise/passes/nested-choices.ts'
import { passTable } from '../../../support/pass-table.ts'
import { at, call, callWithBreaker, fallback, loadbalance } from '../../../support/plan-sketch.ts'

describe('flatten-nested-balance', () => {
  passTable(flattenNestedLoadbalance, [
    {
      title: 'the share of a nested balance is divided among its children',
      before: loadbalance([1, call('a')], [3, loadbalance([1, call('b')], [1, call('c')])]),
      after: loadbalance(
        [1, call('a')],
        [1.5, at('/targets/1/targets/0', call('b'))],
        [1.5, at('/targets/1/targets/1', call('c'))],
      ),
    },
    {
      title: 'every level is flattened',
      before: loadbalance(
        [1, loadbalance([1, loadbalance([1, call('a')], [1, call('b')])], [1, call('c')])],
        [1, call('d')],
      ),
      after: loadbalance(
        [0.25, at('/targets/0/targets/0/targets/0', call('a'))],
        [0.25, at('/targets/0/targets/0/targets/1', call('b'))],
        [0.5, at('/targets/0/targets/1', call('c'))],
        [1, at('/targets/1', call('d'))],
      ),
    },
    {
      title: 'above a circuit it stays: an open target leaves its share to its own siblings',
      before: loadbalance([1, call('a')], [1, loadbalance([1, callWithBreaker('b')], [1, call('c')])]),
    },
    {
      title: 'a balance below a fallback draws anew and stays',
      before: loadbalance(
        [1, call('a')],
        [1, fallback([[500, 599]], loadbalance([1, call('b')], [1, call('c')]), call('d'))],
      ),
    },
  ])
})
