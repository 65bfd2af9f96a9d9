// The table of nodes: each node once, also after rewriting.
import { describe, expect, it } from 'vitest'
import { rewritePlan } from '../../../compiler/plan/rewrite-plan.ts'
import { walkPlan } from '../../../compiler/plan/walk-plan.ts'
import { at, call, conditional, fallback, loadbalance, planOf } from '../../support/plan-sketch.ts'

const pair = loadbalance([1, call('a')], [1, call('b')])

describe('the node table', () => {
  it('stores equal sub-plans once, wherever they occur', () => {
    const plan = planOf(fallback([[500, 599]], pair, call('a'), at('/targets/9', pair)))
    expect(plan.nodes.map(({ kind }) => kind)).toEqual(['call', 'call', 'loadbalance', 'fallback'])
    expect(plan.nodes.at(-1)?.children).toEqual([
      { path: '/targets/0', node: 2 },
      { path: '/targets/1', node: 0 },
      { path: '/targets/9', node: 2 },
    ])
  })

  it('distinguishes nodes that differ in one value', () => {
    expect(planOf(fallback([], call('a'), call('a', { strict: false }))).nodes).toHaveLength(3)
  })

  it('leads a walk through every place with its pointer, parents first', () => {
    const places = walkPlan(planOf(at('/targets/3', fallback([], pair, call('a')))))
    expect(places.map(({ pointer, node }) => `${pointer} ${node.kind}`)).toEqual([
      '/targets/3 fallback',
      '/targets/3/targets/0 loadbalance',
      '/targets/3/targets/0/targets/0 call',
      '/targets/3/targets/0/targets/1 call',
      '/targets/3/targets/1 call',
    ])
  })
})

describe('rewriting', () => {
  it('meets children before parents', () => {
    const seen: string[] = []
    rewritePlan(planOf(fallback([], pair, call('c'))), node => {
      seen.push(node.kind)
      return node
    })
    expect(seen).toEqual(['call', 'call', 'loadbalance', 'call', 'fallback'])
  })

  it('joins the paths of edges through a node that gave way to its child, at the root too', () => {
    const plan = planOf(conditional([], 0, conditional([], 1, call('a'), conditional([], 0, call('b')))))
    const collapsed = rewritePlan(plan, node =>
      node.kind === 'conditional' ? (node.children[node.otherwise] ?? node) : node,
    )
    expect(collapsed.root).toEqual({ path: '/targets/0/targets/1/targets/0', node: 0 })
    expect(collapsed.nodes).toHaveLength(1)
  })

  it('drops unreachable nodes and recomputes the needs', () => {
    const plan = planOf(
      conditional(
        [[{ test: 'equal', field: { from: 'params', path: ['n'] }, value: 1 }, 0]],
        1,
        call('a'),
        call('b'),
      ),
    )
    const cut = rewritePlan(plan, node =>
      node.kind === 'conditional'
        ? { ...node, steps: [], children: node.children.slice(1), otherwise: 0 }
        : node,
    )
    expect(plan.needs.params).toEqual(['n'])
    expect(cut.needs.params).toEqual([])
    expect(cut.nodes.map(({ kind }) => kind)).toEqual(['call', 'conditional'])
  })
})
