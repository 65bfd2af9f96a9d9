// The options of commands that use a store, and what they tell about them.
import type { OptionValues } from '../command.ts'

/** The options of every command that uses a store. */
export const STORE_OPTIONS = {
  store: { type: 'string' },
  project: { type: 'string', default: 'main' },
  format: { type: 'string', default: 'pretty' },
} as const

/** `--gateway` is a store too, whose key is in the environment. */
export const withGateway = (values: OptionValues): OptionValues =>
  values['gateway'] === undefined ? values : { ...values, store: values['gateway'] }

/** A usage error where both name where to read. */
export const twoStores = ({ store, gateway }: OptionValues): string | undefined =>
  store === undefined || gateway === undefined ? undefined : 'Name --store or --gateway, not both.'

export const STORE_HELP = `  --store ADDRESS    the store instead of the manifest's: sqlite:PATH,
                     folder:PATH, postgres://…, s3:BUCKET/PREFIX, a running
                     gateway (https://…/v1, its key in PORTOLAN_API_KEY), or a
                     reference such as '\${env:STORE_URL}'; default: the variable
                     PORTOLAN_STORE, then the manifest
  --project NAME     the project within the store; default main
  --format json      print JSON`
