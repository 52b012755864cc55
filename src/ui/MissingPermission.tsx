interface MissingPermissionProps {
  /** The permissions, one of which is needed. */
  readonly permissions: readonly string[]
  /** Who gives permissions here: an address, a page, or words. */
  readonly contact: string | undefined
}

const hrefOf = (contact: string): string | undefined =>
  /^https:\/\//i.test(contact) ? contact : /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined

const Contact = ({ contact }: { readonly contact: string }) => {
  const href = hrefOf(contact)
  return href === undefined ? (
    contact
  ) : (
    <a href={href} rel="noreferrer">
      {contact}
    </a>
  )
}

/** Below the words of a 403: the permission that is missing, and who to ask for it. */
export const MissingPermission = ({ permissions, contact }: MissingPermissionProps) =>
  permissions.length === 0 && contact === undefined ? null : (
    <p className="cs-muted">
      {permissions.length > 0 && (
        <>
          You need the permission{' '}
          {permissions.map((permission, index) => (
            <span key={permission}>
              {index > 0 && ' or '}
              <code>{permission}</code>
            </span>
          ))}
          .{' '}
        </>
      )}
      {contact !== undefined && (
        <>
          Ask <Contact contact={contact} />.
        </>
      )}
    </p>
  )
