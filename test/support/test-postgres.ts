// The PostgreSQL that tests speak to, each run in a schema of its own.
import { randomUUID } from 'node:crypto'
import { isListening } from './test-redis.ts'

/** `PORTOLAN_TEST_POSTGRES` names another one. */
export const TEST_POSTGRES =
  process.env['PORTOLAN_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/test'

/** Whether anybody listens there. */
export const isPostgresListening = async (): Promise<boolean> => {
  const url = new URL(TEST_POSTGRES)
  return await isListening(`tcp://${url.hostname}:${url.port === '' ? 5432 : url.port}`)
}

/** The name of a schema for one run, and the address whose connections see it first. */
export function uniqueSchema(): { readonly schema: string; readonly url: URL } {
  const schema = `portolan_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(TEST_POSTGRES)
  url.searchParams.set('search_path', schema)
  return { schema, url }
}
