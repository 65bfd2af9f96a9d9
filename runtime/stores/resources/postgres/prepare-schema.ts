// Brings the schema of a store in PostgreSQL to its last step. A user without the right to create tables can use those that are
// there.
import { StoreError } from '../../../control/core/store-error.ts'
import type { Clock } from '../../../values/ports.ts'
import { inSchema, migrationOf, type SchemaSteps } from './migrations.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { connectPostgres, MIGRATION_TIMEOUTS, type PostgresConnection } from './postgres-connection.ts'

export async function prepareSchema(
  address: PostgresAddress,
  connection: PostgresConnection,
  clock: Clock,
  schemaSteps: SchemaSteps,
): Promise<void> {
  const { name, schema } = address
  const last = schemaSteps.steps.length
  const version = async (): Promise<number> => {
    const table = inSchema(`s.${schemaSteps.table}`, schema)
    const [found] = await connection.rows('SELECT to_regclass($1)::text AS number', table)
    if (found?.['number'] === null) return 0
    const [row] = await connection.rows(`SELECT number FROM ${table}`)
    return Number(row?.['number'])
  }
  if ((await version()) < last) {
    const migrating = await connectPostgres(address, clock, MIGRATION_TIMEOUTS)
    try {
      await migrating.rows(migrationOf(schema, schemaSteps))
    } finally {
      await migrating.end()
    }
  }
  const found = await version()
  if (found > last)
    throw new StoreError(
      'newer-schema',
      `The store ${name} has the schema ${found}; this version of Portolan knows schemas up to ${last}. Update it.`,
    )
}
