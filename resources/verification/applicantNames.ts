import type { ListResource } from '../../language/resource.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { applicantsOf } from '../../src/console/pageModel.ts'
import type { Row } from '../../src/model/columns.ts'

interface NamesSource {
  readonly definition: ListResource
  readonly record: Row
  /** The detail call's answer; without it two applicants cannot be told apart. */
  readonly detail: Row | undefined
}

/** What the applicants of an account are called, in their order: both by the detail, one alone as the account is. */
export function applicantNames({ definition, record, detail }: NamesSource): readonly (string | undefined)[] {
  const { show } = definition
  const people = show === null || detail === undefined ? [] : applicantsOf({ show, detail })
  return people.length > 0 ? people.map(({ name }) => name) : [formatValue('text', record['name'])]
}
