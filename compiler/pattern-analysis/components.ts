// The strongly connected components of a graph (Tarjan), without recursion.

export interface Components {
  /** The component of each state that can be reached. Edges lead to components with smaller numbers. */
  readonly of: ReadonlyMap<number, number>
  /** Whether the states of a component can be reached from themselves. */
  readonly isCycle: readonly boolean[]
}

interface Visit {
  readonly state: number
  readonly order: number
  readonly after: readonly number[]
  low: number
  at: number
}

export function componentsOf(start: number, successors: (state: number) => readonly number[]): Components {
  const of = new Map<number, number>()
  const isCycle: boolean[] = []
  const orders = new Map<number, number>()
  const open: number[] = []
  const visit = (state: number): Visit => {
    const order = orders.size
    orders.set(state, order)
    open.push(state)
    return { state, order, after: successors(state), low: order, at: 0 }
  }
  const path = [visit(start)]
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.after[top.at]
    top.at += 1
    if (next !== undefined) {
      const order = orders.get(next)
      if (order === undefined) path.push(visit(next))
      else if (!of.has(next)) top.low = Math.min(top.low, order)
      continue
    }
    path.pop()
    const parent = path.at(-1)
    if (parent !== undefined) parent.low = Math.min(parent.low, top.low)
    if (top.low < top.order) continue
    const members = open.splice(open.lastIndexOf(top.state))
    for (const member of members) of.set(member, isCycle.length)
    isCycle.push(members.length > 1 || top.after.includes(top.state))
  }
  return { of, isCycle }
}
