// The faults of a PostgreSQL, for the schema of a scenario: rejections are raised in the server by triggers, or written by a proxy.
import type { ServiceFault } from './service-fault.ts'

export interface PostgresService {
  readonly schema: string
  readonly run: (text: string) => Promise<unknown>
}

const field = (kind: string, text: string): string => `${kind}${text}\0`
/** An error that ends the connection, as the server writes it before the first statement. */
function fatal(code: string, message: string): Buffer {
  const fields = `${field('S', 'FATAL')}${field('V', 'FATAL')}${field('C', code)}${field('M', message)}\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, Buffer.from(fields)])
}

const rejects = (name: string, code: string, message: string): ServiceFault<PostgresService> => ({
  name,
  begin: (_service, way) => {
    way.reset()
    way.answer(() => fatal(code, message))
  },
  end: (_service, way) => way.answer(undefined),
  effect: 'away',
})

/** Every statement that writes fails in the server. */
const unwritable = (name: string, code: string, message: string): ServiceFault<PostgresService> => ({
  name,
  begin: ({ schema, run }) =>
    run(`CREATE FUNCTION ${schema}.fails() RETURNS trigger LANGUAGE plpgsql AS $f$
      BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = '${message}'; END $f$;
      DO $d$ DECLARE name text; BEGIN
        FOR name IN SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition LOOP
          EXECUTE format('CREATE TRIGGER fails BEFORE INSERT OR UPDATE OR DELETE ON ${schema}.%I EXECUTE FUNCTION ${schema}.fails()', name);
        END LOOP; END $d$`),
  end: ({ schema, run }) => run(`DROP FUNCTION ${schema}.fails CASCADE`),
  effect: 'unwritable',
})

export const POSTGRES_FAULTS: readonly ServiceFault<PostgresService>[] = [
  {
    name: 'refuses connections',
    begin: (_service, way) => way.cut(),
    end: (_service, way) => way.restore(),
    effect: 'away',
  },
  {
    name: 'hangs',
    begin: (_service, way) => way.hold(),
    end: (_service, way) => way.release(),
    effect: 'away',
  },
  {
    name: 'takes 900 ms for each reply',
    begin: (_service, way) => way.delay(900),
    end: (_service, way) => way.delay(0),
    effect: 'slow',
  },
  { name: 'resets its connections', begin: (_service, way) => way.reset(), end: () => {}, effect: 'brief' },
  {
    name: 'ends its connections (57P01)',
    begin: ({ run }, way) =>
      run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port IN (${way.ports().join(', ')})`,
      ),
    end: () => {},
    effect: 'brief',
  },
  {
    name: 'loses the tables that are not logged',
    begin: ({ schema, run }) =>
      run(
        `TRUNCATE ${['fleet', 'member', 'counter', 'amount'].map(name => `${schema}.limit_${name}`).join(', ')}`,
      ),
    end: () => {},
    effect: 'empty',
  },
  rejects('has too many connections (53300)', '53300', 'sorry, too many clients already'),
  rejects('is starting up (57P03)', '57P03', 'the database system is starting up'),
  rejects('has another password (28P01)', '28P01', 'password authentication failed for user "postgres"'),
  unwritable('has a full disk (53100)', '53100', 'could not extend file: No space left on device'),
  unwritable('is read-only (25006)', '25006', 'cannot execute INSERT in a read-only transaction'),
]
