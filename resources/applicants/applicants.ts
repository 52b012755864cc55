import type { Fact, Place } from '../../language/show.ts'
import { applicantNamePlaces as names } from '../../schemas/verification/verification.ts'
import { isGiven, UNREADABLE } from '../../language/unreadable.ts'
import { NOTHING } from '../../src/format/formatValue.ts'
import { readFact } from '../../src/format/readFact.ts'

export interface Person {
  readonly label: 'Primary' | 'Secondary'
  readonly name: string | undefined
  /** The name as a question has it, which says of one that could not be read that it is so. */
  readonly asked: string | undefined
}

/** The place of the second applicant's value, by the place of the first one's. Names and phones are keyed by their first part. */
const secondPlaces: Readonly<Record<string, Place>> = {
  '/account/0/first_name': names[1],
  '/profile/0/date_of_birth': '/joint_user/joint_dob',
  '/account/0/ss_number': '/joint_user/joint_ssn',
  '/account/0/citizenship': '/joint_user/joint_citizenship',
  '/account/0/email': '/joint_user/joint_email',
  '/profile/0/country_code': ['/joint_user/joint_country_code', '/joint_user/joint_phone'],
  '/profile/0/address': '/joint_user/joint_street',
  '/profile/0/city': '/joint_user/joint_city',
  '/profile/0/state': '/joint_user/joint_state',
  '/profile/0/zipcode': '/joint_user/joint_postal',
  '/profile/0/country': '/joint_user/joint_country',
  '/account/0/is_control_person': '/joint_user/joint_is_control_person',
  '/account/0/stock_name': '/joint_user/joint_stock_name',
  '/account/0/is_affiliated_exchange_finra': '/joint_user/joint_is_affiliated_exchange_finra',
  '/account/0/firm_name': '/joint_user/joint_firm_name',
  '/account/0/upload_407': '/joint_user/joint_upload',
  '/account/0/is_political_exposed': '/joint_user/joint_is_political_exposed',
  '/account/0/political_organization': '/joint_user/joint_political_organization',
}

/** Values that both applicants should share. */
const shared: readonly Place[] = [
  '/account/0/citizenship',
  '/profile/0/address',
  '/profile/0/city',
  '/profile/0/state',
  '/profile/0/zipcode',
  '/profile/0/country',
]

/** The place of the second applicant's value of a fact; `undefined` for a fact that is not about one applicant. */
export function secondPlaceOf({ path }: Pick<Fact, 'path'>): Place | undefined {
  const places = [path].flat().flatMap((part) => secondPlaces[part] ?? [])
  return places.length === 0 ? undefined : places
}

const textAt = (fact: Fact, place: Place, detail: unknown): string | undefined => {
  const read = readFact(fact, place, detail)
  return read.isReadable && read.text !== NOTHING ? read.text : undefined
}

/** An applicant's name from the account's detail. @param index 0 for the first applicant, 1 for the second */
export const nameOf = (index: 0 | 1, detail: unknown): string | undefined =>
  textAt({ label: '', path: names[index] }, names[index], detail)

/** An applicant's name as a question has it. @param index 0 for the first applicant, 1 for the second */
export const askedNameOf = (index: 0 | 1, detail: unknown): string | undefined =>
  readFact({ label: '', path: names[index] }, names[index], detail).isReadable ? nameOf(index, detail) : UNREADABLE

/**
 * Both applicants when the account has two (D-77), or when its second one could not be read; otherwise an empty list: one
 * applicant needs no label.
 */
export const applicantsOf = (detail: unknown): readonly Person[] =>
  isGiven(detail, '/joint_user')
    ? [
        { label: 'Primary', name: nameOf(0, detail), asked: askedNameOf(0, detail) },
        { label: 'Secondary', name: nameOf(1, detail), asked: askedNameOf(1, detail) },
      ]
    : []

/** True when both places have readable values that differ. A missing value never counts as different. */
function differ(fact: Fact, other: Place, detail: unknown): boolean {
  const [left, right] = [textAt(fact, fact.path, detail), textAt(fact, other, detail)]
  return left !== undefined && right !== undefined && left !== right
}

/** True when the two applicants' values should be equal and are not. */
export function isUnequal(fact: Fact, detail: unknown): boolean {
  const second = secondPlaceOf(fact)
  return second !== undefined && shared.includes([fact.path].flat()[0] ?? '') && differ(fact, second, detail)
}

/** True when the e-mail at the clearing firm differs from the account's own (D-84). */
export const isOtherEmail = (fact: Fact, detail: unknown): boolean =>
  fact.path === '/account/0/apex_email' && differ(fact, '/account/0/email', detail)
