// Keys of chat, mail, telephony, and social networks.
import type { PrefixedFormat } from './secret-format.ts'

const UUID = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}'

// biome-ignore format: a table
export const messagingFormats: readonly PrefixedFormat[] = [
  ['SLACK_TOKEN', 'xoxe.xoxb- xoxe.xoxp-', String.raw`[\w-]{20,300}`],
  ['SLACK_TOKEN', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs-', String.raw`[\w%+/-]{10,300}`],
  ['SLACK_TOKEN', 'xapp-', String.raw`\d-[\w-]{20,200}`],
  ['SENDGRID_KEY', 'SG.', String.raw`[\w-]{16,32}\.[\w-]{32,64}`],
  ['SENDGRID_KEY', 'SG.', String.raw`[\w=.-]{66}`],
  ['MAILGUN_KEY', 'key- pubkey-', '[a-f0-9]{32}'],
  ['TWILIO_KEY', 'SK', '[a-f0-9]{32}'],
  ['BREVO_KEY', 'xkeysib- xsmtpsib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['RESEND_KEY', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}'],
  ['HUBSPOT_TOKEN', 'pat-na1- pat-na2- pat-eu1- pat-ap1-', UUID],
  ['KLAVIYO_KEY', 'pk_', '[a-f0-9]{34}'],
  ['PUBNUB_KEY', 'sec-c-', '[A-Za-z0-9+/=]{40,60}'],
  ['INTERCOM_TOKEN', 'dG9rO', '[A-Za-z0-9+/]{50,60}={0,2}'],
  ['FACEBOOK_TOKEN', 'EAAC EAAM EAAG EAAB EAAD EAAE EAAF EAAH EAAI EAAJ EAAK EAAL', '[A-Za-z0-9]{80,400}'],
  ['INSTAGRAM_TOKEN', 'IGQVJ IGQWR IGAA', String.raw`[\w-]{80,300}`],
  ['TWITTER_TOKEN', 'AAAAAAAAAAAAAAAAAAAAA', '[A-Za-z0-9%]{60,120}'],
  ['ONESIGNAL_KEY', 'os_v2_app_ os_v2_org_', '[a-z2-7]{90,120}'],
  ['BEAMER_TOKEN', 'b_', String.raw`(?=[a-z0-9=_-]{0,43}\d)[a-z0-9=_-]{44}`],
  ['WEBEX_TOKEN', 'ZDI3MGEyYzQtNmFlNS00NDNh', '[A-Za-z0-9+/_-]{60,200}'],
]
