import { Link } from 'react-router-dom'
import type { CellProps } from '../../src/console/extensions.ts'

/** Who has a book, leading to where the day is changed on which it is due. */
export const Borrower = ({ record, text }: CellProps) => <Link to={`/loan/${record.id}`}>{text}: change due date</Link>
