// Keys of monitoring, logging, analytics and incident services.
import type { PrefixedFormat } from './secret-format.ts'

const UUID = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}'

// biome-ignore format: a table
export const operationsFormats: readonly PrefixedFormat[] = [
  ['NEW_RELIC_KEY', 'NRAK-', '[A-Za-z0-9]{27}'],
  ['NEW_RELIC_KEY', 'NRII-', String.raw`[\w-]{32}`],
  ['NEW_RELIC_KEY', 'NRJS-', '[a-f0-9]{19}'],
  ['NEW_RELIC_KEY', 'NRRA-', '[a-f0-9]{42}'],
  ['SENTRY_TOKEN', 'sntrys_', String.raw`[\w=+/-]{40,400}`],
  ['SENTRY_TOKEN', 'sntryu_ sntrya_ sntryi_', '[a-f0-9]{64}'],
  ['GRAFANA_TOKEN', 'glsa_', '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'],
  ['GRAFANA_TOKEN', 'glc_', '[A-Za-z0-9+/]{32,400}={0,3}'],
  ['GRAFANA_TOKEN', 'eyJrIjoi', '[A-Za-z0-9+/]{60,400}={0,3}'],
  ['DYNATRACE_TOKEN', 'dt0c01. dt0s01. dt0s02. dt0s03. dt0s04. dt0s06. dt0s08. dt0s16.', String.raw`[A-Z0-9]{8,24}\.[A-Z0-9]{64}`],
  ['HONEYCOMB_KEY', 'hcaik_ hcbik_ hcxik_ hcalk_ hcamk_ hcaic_', '[a-z0-9]{32,64}'],
  ['POSTHOG_KEY', 'phx_ phs_', String.raw`[\w-]{36,60}`],
  ['AXIOM_TOKEN', 'xaat- xapt-', UUID],
  ['CONFIGCAT_KEY', 'configcat-sdk-1/', String.raw`[\w-]{22}/[\w-]{22}`],
  ['INTRA42_SECRET', 's-s4t2ud- s-s4t2af-', '[a-f0-9]{64}'],
  ['SETTLEMINT_TOKEN', 'sm_aat_ sm_pat_ sm_sat_', '[A-Za-z0-9]{16}'],
  ['ROOTLY_KEY', 'rootly_', '[a-f0-9]{64}'],
  ['SHIPPO_TOKEN', 'shippo_live_ shippo_test_', '[A-Fa-f0-9]{40}'],
  ['DUFFEL_TOKEN', 'duffel_live_ duffel_test_', String.raw`[\w=-]{43}`],
  ['EASYPOST_KEY', 'EZAK EZTK', '[A-Za-z0-9]{54}'],
  ['MAPBOX_TOKEN', 'sk.eyJ tk.eyJ', String.raw`[\w-]{50,400}\.[\w-]{20,24}`],
  ['MAPBOX_TOKEN', 'pk.eyJ', String.raw`[\w-]{50,400}\.[\w-]{20,24}`],
  ['TINYBIRD_TOKEN', 'p.eyJ', String.raw`[\w-]{40,400}\.[\w-]{40,64}`],
  ['ZUPLO_KEY', 'zpka_', '[a-f0-9]{32}_[a-f0-9]{8}'],
  ['TRIGGER_KEY', 'tr_dev_ tr_prod_ tr_stg_ tr_pat_', '[A-Za-z0-9]{20,48}'],
  ['INNGEST_KEY', 'signkey-prod- signkey-test- signkey-branch-', '[a-f0-9]{64}'],
  ['NYLAS_KEY', 'nyk_v0_', '[A-Za-z0-9]{64}'],
  ['LOB_KEY', 'live_ test_', '[a-f0-9]{35}'],
]
