// Targets that are never drawn are dropped.
import { describe } from 'vitest'
import { dropZeroWeights } from '../../../../compiler/optimise/passes/nested-choices.ts'
import { passTable } from '../../../support/pass-table.ts'
import { at, call, loadbalance } from '../../../support/plan-sketch.ts'

describe('drop-zero-weights', () => {
  passTable(dropZeroWeights, [
    {
      title: 'a target with weight 0 gets no traffic and goes; the others keep their places in the config',
      before: loadbalance([0, call('a')], [1, call('b')], [0, call('c')], [3, call('d')], [0, call('e')]),
      after: loadbalance([1, at('/targets/1', call('b'))], [3, at('/targets/3', call('d'))]),
    },
    { title: 'small weights stay', before: loadbalance([0.001, call('a')], [1, call('b')]) },
    {
      title: 'where nobody has weight nothing can be dropped',
      before: loadbalance([0, call('a')], [0, call('b')]),
    },
  ])
})
