// Keys that are assigned to a name that does not denote a secret: of a service whose keys have no prefix (`datadog = "..."`), or so random
// that only a key is (`conn: "..."`).
import { hasWords, isHexadecimal, isRandomValue } from './entropy.ts'

/** A whole value, in the run of characters around it. */
const VALUES = /(?<![\w+/.~-])[A-Za-z0-9][\w-]{15,71}(?![\w+/.~=:-])/g

const ASSIGNED_TO =
  /([A-Za-z_$][\w.$-]{0,60})\\{0,3}["'`]?\]?[ \t]{0,8}(?::=|=>|[=:])[ \t]{0,8}\\{0,3}["'`]?$/
const LONGEST_NAME = 96

/**
 * Services that document keys without a prefix, which public rule sets of secret scanners find by these names: 32 or 40 letters and digits
 * or hexadecimal digits, UUIDs, 20 letters and digits.
 */
const SERVICE =
  /adafruit|airtable|algolia|alibaba|amplitude|asana|atlassian|auth0|bitbucket|bitly|bugsnag|cloudflare|codecov|coinbase|confluent|contentful|datadog|(?:^|[_.-])dd(?:[_.-]|$)|discord|droneci|dropbox|etsy|facebook|fastly|finnhub|freshdesk|heroku|hubspot|intercom|jira|kraken|kucoin|lastfm|launchdarkly|linkedin|logzio|loggly|mailchimp|mailgun|mailjet|mandrill|mapbox|mattermost|messagebird|mixpanel|netlify|newrelic|new_relic|okta|opsgenie|pagerduty|paypal|pendo|pinterest|pipedrive|pivotal|plaid|postmark|pushover|rapidapi|rollbar|sendbird|sentry|shodan|snowflake|snyk|sonar|spotify|squarespace|sumologic|telnyx|travis|trello|twilio|twitch|twitter|unsplash|vonage|wakatime|yandex|zendesk/i
/** Names of values that are not a secret, of services and others. */
const PUBLIC =
  /(?:id|ids|uuid|guid|sha\d{0,3}|hash|digest|checksum|etag|integrity|commit|rev|revision|version|tag|image|fingerprint|thumbprint|signature|cid|slug|url|uri|href|src|path|file|filename|name|host|domain|region|index|site|org|team|user|account|project|workspace|channel|class|classname|selector|color|cursor|nonce|address|boundary|cache|ref|public|public_?key|ast|resolution|resolved|snapshot|etc|identifier|serial|dsn|query|permalink|location|link|asset|chunk|module|build)$/i

const UUID = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/i
const MIN_DIGITS = 2
/** Sortable and collision-resistant identifiers (ULID, CUID) in values whose name does not end in `id`. */
const IDENTIFIER = /^0[0-7][0-9A-HJKMNP-TV-Z]{24}$|^c[a-z0-9]{24}$/i

export interface UnnamedValue {
  readonly value: string
  readonly start: number
}

/** `run` is at `offset` in the text. */
export function* unnamedValues(text: string, run: string, offset: number): Iterable<UnnamedValue> {
  for (const { 0: value, index } of run.matchAll(VALUES)) {
    if (value.replace(/\D/g, '').length < MIN_DIGITS || IDENTIFIER.test(value)) continue
    const start = offset + index
    const name = ASSIGNED_TO.exec(text.slice(Math.max(0, start - LONGEST_NAME), start))?.[1]
    if (name === undefined || PUBLIC.test(name)) continue
    if (isRandomValue(value) || (SERVICE.test(name) && isKeyOfService(value))) yield { value, start }
  }
}

const isKeyOfService = (value: string): boolean =>
  UUID.test(value) || (isHexadecimal(value) ? value.length >= 32 : !hasWords(value))
