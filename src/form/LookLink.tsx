import { Link } from 'react-router-dom'
import type { placeToLook } from './formOutcome.ts'

/** Leads to where people can look what has become of a submission. It opens a new tab: the form stays as it is. */
export const LookLink = ({ to, label }: NonNullable<ReturnType<typeof placeToLook>>) => (
  <Link to={to} target="_blank">
    {`Look at ${label} (new tab)`}
  </Link>
)
