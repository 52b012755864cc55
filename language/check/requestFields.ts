import type { Binding, Source } from '../binding.ts'
import { placeholdersOf } from '../template.ts'
import { leavesOf } from './sources.ts'

const pathFields = (call: string): readonly string[] => placeholdersOf(call.slice(call.indexOf('}') + 1))

const sourceFields = (sources: Readonly<Record<string, Source>> | undefined): readonly string[] =>
  leavesOf(sources).flatMap(([, source]) => ('field' in source ? [source.field] : []))

/** The fields of the record that a call sends. */
export const requestFields = ({ call, query, body }: Pick<Binding, 'call' | 'query' | 'body'>): readonly string[] => [
  ...pathFields(call),
  ...sourceFields(query),
  ...sourceFields(body),
]
