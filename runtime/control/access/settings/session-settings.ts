// How long people stay signed in, by the settings of the organisation.
import { asCount, asObject } from '../../../../schemas/values/json.ts'
import type { Replica } from '../../core/replica.ts'
import { ORGANISATION_SETTINGS, SETTINGS } from './role-settings.ts'

/** Seconds since a token was issued; undefined where only the token says. */
export function maxSessionTtl(replica: Pick<Replica, 'get'> | undefined): number | undefined {
  const settings = asObject(replica?.get(SETTINGS, ORGANISATION_SETTINGS)?.value)
  return asCount(asObject(settings['session_settings'])['max_session_ttl'])
}
