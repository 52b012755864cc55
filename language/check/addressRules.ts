import type { FormPage, Resource } from '../resource.ts'
import { coded, type Finding, type Problem } from './problem.ts'

/** The pages that every console has. */
const OWN_PAGES = [
  '/login',
  '/auth/callback',
  '/signout',
  '/signed-in',
  '/confirm-sign-in',
  '/forgotpwd',
  '/drift',
  '/audit',
  '/access',
  '/sessions',
  '/approvals',
  '/settings',
  '/access-denied',
] as const

/** An address of a page that every console has. The console's routes are made of these alone. */
export type OwnPage = (typeof OWN_PAGES)[number]

interface Address {
  readonly where: string
  readonly owner: string
  readonly path: string
}

type Addressed = Resource | FormPage

function addressesOf(addressed: Addressed): readonly Address[] {
  const { name, path } = addressed
  const aliases = 'aliases' in addressed ? addressed.aliases : []
  const recordPath = 'recordPath' in addressed ? addressed.recordPath : null
  return [
    ...(path === null ? [] : [path, ...aliases].map((own) => ({ where: `${name}.path`, owner: name, path: own }))),
    ...(recordPath === null ? [] : [{ where: `${name}.show.path`, owner: name, path: recordPath }]),
  ]
}

const isRecordPage = ({ where }: Address): boolean => where.endsWith('.show.path')

function isWritten(address: Address): boolean {
  const [start, ...steps] = address.path.split('/')
  const fixed = isRecordPage(address) && steps.at(-1) === '{id}' ? steps.slice(0, -1) : steps
  return (
    start === '' &&
    fixed.length === steps.length - Number(isRecordPage(address)) &&
    fixed.every((step) => /^[\w.~-]+$/.test(step))
  )
}

const howToWrite = (address: Address): string =>
  isRecordPage(address)
    ? `is '${address.path}', which opens no record: write it as '/${address.path.split('/')[1] ?? ''}/{id}'`
    : `is '${address.path}', which is no address: write '/', then letters, digits and hyphens`

/** The address as the browser's routes compare it. */
const compared = (path: string): string => path.toLowerCase().replaceAll(/\{[^/]*\}/g, '{}')

const taken = (addresses: readonly Address[]): readonly Finding[] =>
  addresses.flatMap(({ where, path }, index) => {
    const isOwn = OWN_PAGES.some((own) => own === compared(path))
    const first = addresses.slice(0, index).find((other) => compared(other.path) === compared(path))
    if (!isOwn && first === undefined) return []
    const leads = isOwn ? 'a page that every console has' : (first?.owner ?? '')
    return [{ where, message: `is '${path}', which leads to ${leads}: choose another` }]
  })

/** Two pages with one address, of which only the first would open, and addresses that lead nowhere. */
export function checkAddresses(all: readonly Addressed[]): readonly Problem[] {
  const addresses = all.flatMap(addressesOf)
  const unwritten = addresses
    .filter((address) => !isWritten(address))
    .map((address) => ({ where: address.where, message: howToWrite(address) }))
  return [...coded('duplicate-address', taken(addresses)), ...coded('invalid-address', unwritten)]
}
