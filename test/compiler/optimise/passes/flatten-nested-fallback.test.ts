// A fallback within a fallback with the same trigger is one list.
import { describe } from 'vitest'
import { flattenNestedFallback } from '../../../../compiler/optimise/passes/nested-choices.ts'
import { passTable } from '../../../support/pass-table.ts'
import { at, call, fallback, loadbalance } from '../../../support/plan-sketch.ts'

const ON = [[500, 599]] as const
const OTHER = [[429, 429]] as const

describe('flatten-nested-fallback', () => {
  passTable(flattenNestedFallback, [
    {
      title: 'a nested fallback with the same trigger joins the list, in the middle too',
      before: fallback(ON, call('a'), fallback(ON, call('b'), call('c')), call('d')),
      after: fallback(
        ON,
        call('a'),
        at('/targets/1/targets/0', call('b')),
        at('/targets/1/targets/1', call('c')),
        at('/targets/2', call('d')),
      ),
    },
    {
      title: 'a nested fallback with another trigger stays, since it would end early or go on',
      before: fallback(ON, fallback(OTHER, call('a'), call('b')), call('c')),
    },
    {
      title: 'another trigger stays at the end of the list as well',
      before: fallback(ON, call('a'), fallback([[400, 599]], call('b'), call('c'))),
    },
    {
      title: 'with one child the trigger of the nested one says nothing',
      before: fallback(ON, fallback([], loadbalance([1, call('a')], [1, call('b')])), call('c')),
      after: fallback(
        ON,
        at('/targets/0/targets/0', loadbalance([1, call('a')], [1, call('b')])),
        at('/targets/1', call('c')),
      ),
    },
  ])
})
