// Schemas of a test file in the PostgreSQL of the tests, which are removed when it is over.
import postgres from 'postgres'
import { afterAll } from 'vitest'
import { TEST_POSTGRES, uniqueSchema } from './test-postgres.ts'

export interface PostgresSchemas {
  /** The address of a new store. */
  readonly create: () => URL
  /** Runs a statement of the test's own. */
  readonly run: (text: string) => Promise<readonly Record<string, unknown>[]>
}

/** Called at the top level of a test file. Nothing connects before the first use. */
export function postgresSchemas(): PostgresSchemas {
  const created: string[] = []
  const client = postgres(TEST_POSTGRES, { max: 1, onnotice: () => {} })
  afterAll(async () => {
    for (const schema of created) await client.unsafe(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
    await client.end()
  })
  return {
    create: () => {
      const { schema, url } = uniqueSchema()
      created.push(schema)
      return url
    },
    run: async text => await client.unsafe(text),
  }
}
