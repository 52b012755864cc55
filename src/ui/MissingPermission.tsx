import { askText, neededText } from '../data/permissions.ts'

interface MissingPermissionProps {
  /** The permissions, one of which is needed. */
  readonly permissions: readonly string[]
  /** Who gives permissions here: an address, a page, or words. */
  readonly contact: string | undefined
}

const hrefOf = (contact = ''): string | undefined =>
  /^https:\/\//i.test(contact) ? contact : /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined

/** Below the words of a 403: the permission that is missing, and who to ask for it. */
export const MissingPermission = ({ permissions, contact }: MissingPermissionProps) => {
  if (permissions.length === 0 && contact === undefined) return null
  const href = hrefOf(contact)
  const [before, after] = askText(contact).split(contact ?? '\n')
  return (
    <p className="cs-muted">
      {permissions.length > 0 && `${neededText(permissions)} `}
      {before}
      {href === undefined ? (
        contact
      ) : (
        <a href={href} rel="noreferrer">
          {contact}
        </a>
      )}
      {after}
    </p>
  )
}
