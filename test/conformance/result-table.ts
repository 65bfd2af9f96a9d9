// The result table of the suite: how many cases of each check passed for each provider, of those that the
// recordings allow.

export interface ResultTable {
  readonly passed: (provider: string, check: string) => void
  readonly failed: (provider: string, check: string) => void
  /** An exception: the recording does not allow this case. */
  readonly excepted: (provider: string, check: string) => void
  readonly print: () => string
}

interface Cell {
  passed: number
  allowed: number
  excepted: number
}

export function createResultTable(columns: readonly string[]): ResultTable {
  const cells = new Map<string, Cell>()
  const rows = new Set<string>()
  const cellAt = (provider: string, check: string): Cell => {
    rows.add(provider)
    const key = `${provider}\n${check}`
    const cell = cells.get(key) ?? { passed: 0, allowed: 0, excepted: 0 }
    cells.set(key, cell)
    return cell
  }
  const counter = (isPassed: boolean) => (provider: string, check: string) => {
    const cell = cellAt(provider, check)
    cell.allowed += 1
    if (isPassed) cell.passed += 1
  }
  const sum = (provider: string | undefined, check: string | undefined): Cell => {
    const all = { passed: 0, allowed: 0, excepted: 0 }
    for (const [key, cell] of cells) {
      const [row, column] = key.split('\n')
      if ((provider ?? row) !== row || (check ?? column) !== column) continue
      all.passed += cell.passed
      all.allowed += cell.allowed
      all.excepted += cell.excepted
    }
    return all
  }
  const print = (): string => {
    const head = ['', ...columns, 'all']
    const line = (title: string, provider: string | undefined) => [
      title,
      ...columns.map(check => written(sum(provider, check))),
      written(sum(provider, undefined)),
    ]
    const lines = [head, ...[...rows].sort().map(row => line(row, row)), line('all', undefined)]
    const widths = head.map((_, index) => Math.max(...lines.map(each => each[index]?.length ?? 0)))
    return lines
      .map(each =>
        each
          .map((cell, index) =>
            index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
          )
          .join('  '),
      )
      .join('\n')
  }
  return {
    passed: counter(true),
    failed: counter(false),
    excepted: (provider, check) => {
      cellAt(provider, check).excepted += 1
    },
    print,
  }
}

/** `12` where all passed, `11/12` where one did not, `12 +3` with three exceptions. */
function written({ passed, allowed, excepted }: Cell): string {
  if (allowed + excepted === 0) return '·'
  const share = passed === allowed ? String(passed) : `${passed}/${allowed}`
  return excepted === 0 ? share : `${share} +${excepted}`
}
