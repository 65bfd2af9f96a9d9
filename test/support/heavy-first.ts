// The files that take longest start first, so that no worker waits at the end for one of them. The others follow as
// vitest orders them.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const HEAVY = [
  'compiler/fuzz',
  'runtime/guardrails/detect/text/pattern-search',
  'conformance/conformance',
  'edge/memory-limits',
  'compiler/optimise/equivalence',
  'examples',
  'compiler/read/typescript/sandbox',
  'edge/custom-checks',
  'edge/process-signals',
  'edge/process-refusals',
]

const weight = ({ moduleId }: TestSpecification): number => {
  const place = HEAVY.findIndex(name => moduleId.endsWith(`/test/${name}.test.ts`))
  return place < 0 ? HEAVY.length : place
}

export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => weight(left) - weight(right))
  }
}
