// Sentences of this part of the semantics: see sentences.ts.
import { tell, when } from './specification-rows.ts'

tell('Section 6: conditions', [
  { sentence: 'metadata', config: when({ 'metadata.a': 1 }), plan: ['metadata.a'] },
  {
    sentence: 'params with dots and [n]',
    config: when({ 'params.m[0].role': 'user' }),
    plan: ['reads params.m'],
  },
  { sentence: 'url.pathname', config: when({ 'url.pathname': '/v1/x' }), plan: ['reads url.pathname'] },
  { sentence: 'headers are no context', config: when({ 'headers.a': 1 }), codes: ['unknown-context'] },
  {
    sentence: 'unknown operators',
    config: when({ 'metadata.a': { $exists: true } }),
    codes: ['unknown-operator'],
  },
  {
    sentence: 'all keys and operators must hold, wherever they stand',
    config: when({ 'metadata.a': { $gt: 1, $lt: '9' }, $or: [{ 'metadata.b': 1 }, { 'metadata.c': 2 }] }),
    plan: ['metadata.a'],
  },
  {
    sentence: 'ordering compares numbers',
    config: when({ 'metadata.a': { $gt: 'x' } }),
    codes: ['wrong-operand'],
  },
  {
    sentence: 'a missing key: note',
    config: when({ 'metadata.a': { $ne: 1 } }),
    codes: ['missing-key-never-matches'],
  },
  {
    sentence: 'a bad regular expression',
    config: when({ 'metadata.a': { $regex: '(' } }),
    codes: ['malformed-pattern'],
  },
  {
    sentence: 'a catastrophic one',
    config: when({ 'metadata.a': { $regex: '^(a+)+$' } }),
    codes: ['catastrophic-pattern'],
  },
  {
    sentence: 'an empty query matches all: note, and what follows is unreachable',
    config: when({}, { 'metadata.a': 1 }),
    codes: ['empty-query', 'unreachable-condition'],
  },
])
