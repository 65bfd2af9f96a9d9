// Keys of payment services, shops and banks.
import type { PrefixedFormat } from './secret-format.ts'

// biome-ignore format: a table
export const paymentFormats: readonly PrefixedFormat[] = [
  ['STRIPE_KEY', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_ pk_test_ sk_org_live_', '[A-Za-z0-9]{10,250}'],
  ['STRIPE_KEY', 'whsec_', '[A-Za-z0-9+/]{32,64}={0,2}'],
  ['SQUARE_TOKEN', 'EAAA', String.raw`[\w+=-]{60}`],
  ['SQUARE_TOKEN', 'sq0atp- sq0csp-', String.raw`[\w-]{22,60}`],
  ['BRAINTREE_TOKEN', 'access_token$production$ access_token$sandbox$', String.raw`[a-z0-9]{16}\$[a-f0-9]{32}`],
  ['ADYEN_KEY', 'AQE', String.raw`[a-zA-Z0-9+/]{60,300}={0,2}-[A-Za-z0-9+/]{40,60}={0,2}-[^\s"'<>]{8,20}`],
  ['PLAID_TOKEN', 'access-sandbox- access-development- access-production-', '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}'],
  ['SHOPIFY_TOKEN', 'shpat_ shpca_ shppa_ shpss_ shpua_ shptka_', '[A-Fa-f0-9]{32}'],
  ['FLUTTERWAVE_KEY', 'FLWSECK_TEST- FLWPUBK_TEST- FLWSECK- FLWPUBK-', '[A-Za-z0-9]{32}(?:-[A-Z0-9]{1,12})?'],
  ['FLUTTERWAVE_KEY', 'FLWSECK_TEST FLWSECK', '[a-h0-9]{12}'],
  ['GOCARDLESS_TOKEN', 'live_ sandbox_', String.raw`[\w-]{40}`],
  ['PADDLE_KEY', 'pdl_live_apikey_ pdl_sdbx_apikey_', '[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}'],
  ['RAZORPAY_KEY', 'rzp_live_ rzp_test_', '[A-Za-z0-9]{14,24}'],
  ['CASHFREE_KEY', 'cfsk_ma_prod_ cfsk_ma_test_', '[a-f0-9]{32}_[a-f0-9]{8}'],
]
