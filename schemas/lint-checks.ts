// Lints the schemas of all checks, the files of checks/.
import { lintCheck } from './lint-check.ts'
import { checkIds, readCheckSchema, readSharedParameters } from './sources.ts'

/** Every violation, as `checks/<file> path: sentence`. */
export const lintChecks = (): readonly string[] => {
  const shared = Object.keys(readSharedParameters())
  return checkIds().flatMap(id =>
    Array.from(lintCheck(id, readCheckSchema(id), shared)).map(
      sentence => `checks/${id}.schema.json ${sentence}`,
    ),
  )
}
